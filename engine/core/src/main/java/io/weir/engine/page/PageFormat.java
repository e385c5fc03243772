package io.weir.engine.page;

import java.nio.ByteOrder;

/**
 * Names the form of page files: files of another form are not opened again.
 *
 * <p>Any thread; stateless.
 */
public final class PageFormat {

  /** Goes up with every change of {@link ExtentKind}, or of Chronicle Map, that files do not survive. */
  private static final int FILES = 3;

  private PageFormat() {}

  /** The form that this process writes on this machine: pages are in its byte order. */
  public static String current(int pageBytes) {
    return "files" + FILES + "-page" + LeafPage.FORMAT + "-" + pageBytes + "-"
        + ByteOrder.nativeOrder();
  }
}
