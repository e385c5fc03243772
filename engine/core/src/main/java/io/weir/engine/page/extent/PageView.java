package io.weir.engine.page.extent;

/**
 * The value type of the maps: so many bytes, and where they lie.
 *
 * <p>Runs on: the owner of its map.
 *
 * <p>As an argument of {@code put} it says how long the value is, and learns the address that the
 * map has given it.
 */
final class PageView {

  final int lengthBytes;

  /** Set when the map has placed the value. */
  long address;

  PageView(int lengthBytes) {
    this.lengthBytes = lengthBytes;
  }
}
