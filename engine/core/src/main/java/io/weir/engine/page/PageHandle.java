package io.weir.engine.page;

/**
 * The id and the address of an allocated page.
 *
 * @param id unique among the pages in use; after the page is freed, another page may get it
 * @param address of memory outside the heap, valid until the page is freed or its store is closed
 */
public record PageHandle(long id, long address) {}
