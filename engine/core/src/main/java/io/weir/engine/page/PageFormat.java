package io.weir.engine.page;

import java.nio.ByteOrder;

/**
 * Names the format of page files. Files of another format are not opened again.
 *
 * <p>Any thread; stateless.
 */
public final class PageFormat {

  /**
   * Increases with every change of the map's layout in {@code page.extent}, or of Chronicle Map,
   * that makes old files unreadable.
   */
  private static final int FILES = 4;

  private PageFormat() {}

  /**
   * Returns the format that this process writes on this machine: pages are in the machine's byte
   * order.
   */
  public static String current(int pageBytes) {
    return "files" + FILES + "-page" + LeafPage.FORMAT + "-" + pageBytes + "-"
        + ByteOrder.nativeOrder();
  }
}
