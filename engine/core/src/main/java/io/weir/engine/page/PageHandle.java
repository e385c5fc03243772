package io.weir.engine.page;

/**
 * A page's name and the place of its first byte.
 *
 * @param id names the place: no two pages in use have the same; once the page is freed, another may
 *     get it
 * @param address of memory outside the heap, valid until the page is freed or its store is closed
 */
public record PageHandle(long id, long address) {}
