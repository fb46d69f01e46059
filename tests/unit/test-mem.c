#include <config.h>

#include "base/mem.h"

#include "base/diag.h"

#include "capture.h"
#include "tap.h"

#include <sys/resource.h>

#if defined __SANITIZE_ADDRESS__
#define POISONED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define POISONED 1
#endif
#endif
#ifdef POISONED
#include <sanitizer/asan_interface.h>
#endif

enum { PIECES = 4000 };

static void test_blocks(void)
{
    char *text;
    int *numbers = mem_zeroed(1000, sizeof *numbers);
    bool zero = true;
    void *none;

    for (size_t i = 0; i < 1000; i++)
        zero = zero && numbers[i] == 0;
    tap_check(zero, "mem_zeroed gives zeros");
    numbers[999] = 7;
    numbers = mem_resize(numbers, 100000, sizeof *numbers);
    tap_check(numbers[999] == 7, "mem_resize keeps the content");
    free(numbers);

    none = mem_alloc(0);
    tap_check(none != NULL, "no bytes are a block too");
    none = mem_resize(none, 0, 8);
    tap_check(none != NULL, "resized to none, still a block");
    free(none);
    none = mem_zeroed(0, 8);
    tap_check(none != NULL, "none of zeroed elements as well");
    free(none);

    text = mem_copy_text("ab\0c", 4);
    tap_check(memcmp(text, "ab\0c", 5) == 0, "mem_copy_text copies NUL and adds one");
    free(text);
    text = mem_copy_text(NULL, 0);
    tap_check(text[0] == '\0', "mem_copy_text of nothing");
    free(text);
}

static void resize_product(void)
{
    mem_resize(NULL, SIZE_MAX / 4, 8);
}

static void zeroed_product(void)
{
    mem_zeroed(SIZE_MAX / 4 + 1, 4);
}

static void array_product(void)
{
    struct arena arena;

    arena_init(&arena);
    arena_array(&arena, SIZE_MAX / 4 + 1, 4);
}

static void arena_too_much(void)
{
    struct arena arena;

    arena_init(&arena);
    arena_alloc(&arena, SIZE_MAX - 8);
}

static void alloc_beyond_limit(void)
{
    struct rlimit limit = {64 << 20, 64 << 20};

    setrlimit(RLIMIT_AS, &limit);
    free(mem_alloc((size_t)1 << 30));
}

static void expect_exhausted(void (*body)(void), const char *what)
{
    char printed[256];
    size_t length;
    int status;

    capture_start();
    status = run_in_child(body);
    length = capture_take(printed, sizeof printed);
    capture_stop();
    tap_check(status == EXIT_TROUBLE, "%s: exit 2", what);
    tap_equal_bytes(printed, length, "tool: error: memory exhausted\n", what);
}

static void test_exhausted(void)
{
    const char *checker = getenv("KIDX_CHECKER");

    expect_exhausted(resize_product, "a product that overflows, mem_resize");
    expect_exhausted(zeroed_product, "a product that overflows, mem_zeroed");
    expect_exhausted(array_product, "a product that overflows, arena_array");
    expect_exhausted(arena_too_much, "more than any memory, arena_alloc");
    if (checker != NULL && strcmp(checker, "none") != 0)
        tap_skip("a limit of memory means nothing under a checker");
    else
        expect_exhausted(alloc_beyond_limit, "mem_alloc beyond the limit");
}

/* Sizes from 0 to 300 with a larger one now and then, the same in each round. */
static size_t piece_size(size_t number)
{
    if (number % 500 == 499)
        return 20000;
    return number * 7919 % 301;
}

/* Cut PIECES pieces, fill them, then look whether each still holds what was put in. */
static bool cut_pieces(struct arena *arena, char **pieces)
{
    bool holds = true;

    for (size_t i = 0; i < PIECES; i++) {
        pieces[i] = arena_alloc(arena, piece_size(i));
        holds = holds && (uintptr_t)pieces[i] % _Alignof(max_align_t) == 0;
        memset(pieces[i], (int)(i % 251), piece_size(i));
    }
    for (size_t i = 0; i < PIECES; i++)
        for (size_t at = 0; at < piece_size(i); at++)
            holds = holds && pieces[i][at] == (char)(i % 251);
    return holds;
}

static void test_arena(void)
{
    static char *first[PIECES];
    static char *second[PIECES];
    struct arena arena;
    const struct arena_chunk *kept;

    arena_init(&arena);
    tap_check(cut_pieces(&arena, first), "pieces are aligned and apart");
    arena_reset(&arena);
    kept = arena.first;
    tap_check(cut_pieces(&arena, first) && arena.first == kept,
              "the second round fits what was kept");
    arena_reset(&arena);
    tap_check(cut_pieces(&arena, second) && arena.first == kept &&
                  memcmp(first, second, sizeof first) == 0,
              "the third gets the same memory again");
    arena_reset(&arena);
    tap_check(strcmp(arena_copy_text(&arena, "text", 3), "tex") == 0, "arena_copy_text");
    tap_check(arena_copy_text(&arena, NULL, 0)[0] == '\0', "arena_copy_text of nothing");
    arena_release(&arena);
    arena_reset(&arena);
    tap_check(arena.first == NULL, "resetting an empty arena");
    arena_release(&arena);
}

static void test_arena_large(void)
{
    const size_t large = 10 << 20;
    struct arena arena;
    char *small;
    char *big;
    char *next;

    arena_init(&arena);
    small = arena_alloc(&arena, 16);
    big = arena_alloc(&arena, large);
    next = arena_alloc(&arena, 16);
    memset(small, 1, 16);
    memset(big, 2, large);
    memset(next, 3, 16);
    tap_check(next > small && next < small + 65536,
              "what is left of a chunk is used after a large piece");
    tap_check(small[15] == 1 && big[0] == 2 && big[large - 1] == 2 && next[0] == 3,
              "a large piece is apart");
    arena_reset(&arena);
    tap_check((size_t)(arena.end - arena.next) <= ARENA_REUSE_MAX &&
                  (size_t)(arena.end - arena.next) > ARENA_REUSE_MAX / 2,
              "a reset keeps ARENA_REUSE_MAX bytes at most");
    for (size_t i = 0; i < 100; i++)
        arena_alloc(&arena, 100000);
    arena_reset(&arena);
    tap_check((size_t)(arena.end - arena.next) <= ARENA_REUSE_MAX, "many chunks or one");
    arena_release(&arena);
}

static void test_poison(void)
{
#ifdef POISONED
    struct arena arena;
    char *piece;
    char *next;

    arena_init(&arena);
    piece = arena_alloc(&arena, 20);
    next = arena_alloc(&arena, 16);
    tap_check(!__asan_address_is_poisoned(piece + 19) &&
                  __asan_address_is_poisoned(piece + 20) && next > piece + 20,
              "the end of a piece is guarded");
    arena_reset(&arena);
    tap_check(__asan_address_is_poisoned(piece) && __asan_address_is_poisoned(next),
              "what was reset is poisoned");
    arena_release(&arena);
#else
    tap_skip("use after reset: not built with AddressSanitizer");
#endif
}

int main(void)
{
    diag_set_program("tool");
    test_blocks();
    test_exhausted();
    test_arena();
    test_arena_large();
    test_poison();
    return tap_done();
}
