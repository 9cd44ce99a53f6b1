"""Tabletooth's GATT service by its numbers, written down a second time and on purpose apart from the Swift code."""

SERVICE = "8569203e-231d-480a-942c-45370c11cdf8"
NOTIFY = "8569203f-231d-480a-942c-45370c11cdf8"
WRITE = "85692040-231d-480a-942c-45370c11cdf8"
