# Tabletooth: what a person types. Each target says in one line what it does (`make help`).

SHELL := /bin/bash

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

.PHONY: format
format: ## rewrite the sources in the project's format
	swift format format --in-place --recursive --parallel Package.swift Sources Tests

.PHONY: lint
lint: ## check format, documentation, file sizes and shell scripts
	scripts/lint
