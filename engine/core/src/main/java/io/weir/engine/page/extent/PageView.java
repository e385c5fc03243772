package io.weir.engine.page.extent;

/**
 * The value type of the maps: the length and the address of the room for pages.
 *
 * <p>Runs on: the owner of its map.
 *
 * <p>As an argument of {@code put} it gives the length of the value, and receives the address at
 * which the map placed it.
 */
final class PageView {

  final long lengthBytes;

  /** Set when the map has placed the value. */
  long address;

  PageView(long lengthBytes) {
    this.lengthBytes = lengthBytes;
  }
}
