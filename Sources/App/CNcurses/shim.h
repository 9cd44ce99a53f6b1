// ncursesw as a module; the library is under an MIT-like license. Macros and variadic functions are
// not imported by Swift, so that what is needed of them is here.
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <ncurses.h>
#include <term.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <sys/ioctl.h>

static const unsigned tabletooth_bold = A_BOLD;
static const unsigned tabletooth_dim = A_DIM;
static const unsigned tabletooth_underline = A_UNDERLINE;
static const unsigned tabletooth_reverse = A_REVERSE;
static const unsigned tabletooth_pressed =
    BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED | BUTTON1_TRIPLE_CLICKED;
static const unsigned tabletooth_mouse = ALL_MOUSE_EVENTS;

static inline int tabletooth_colours(void) { return COLORS; }
static inline int tabletooth_pairs(void) { return COLOR_PAIRS; }
static inline WINDOW *tabletooth_window(void) { return stdscr; }
static inline SCREEN *tabletooth_open(const char *name) { return newterm(name, stdout, stdin); }

// What the terminal called so, or called as TERM says, is told for this; NULL where it has no such
// thing.
static inline const char *tabletooth_capability(const char *name) {
  const char *text = tigetstr(name);
  return text == (const char *)-1 ? NULL : text;
}

// Puts one character at a place, with any number of colour pairs.
static inline void tabletooth_put(WINDOW *window, int row, int column, const wchar_t *text, unsigned attributes, int pair) {
  cchar_t cell;
  setcchar(&cell, text, attributes, 0, &pair);
  mvwadd_wch(window, row, column, &cell);
}

static inline int tabletooth_size(int descriptor, int *height, int *width) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
  *height = size.ws_row;
  *width = size.ws_col;
  return 0;
}

// How many bytes wait to be read, or -1.
static inline int tabletooth_waiting(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}
