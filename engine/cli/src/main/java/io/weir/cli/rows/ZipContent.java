package io.weir.cli.rows;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipInputStream;

/**
 * The content of the only file in a zip archive, as a stream.
 *
 * <p>Folders are passed over, and so is what macOS adds to an archive. A second file is found at
 * the end of the first. Fails with {@link InputException} for it. Belongs to one thread.
 */
final class ZipContent extends FilterInputStream {

  private static final String OF_MACOS = "__MACOSX/";

  private final ZipInputStream zip;
  private final String name;
  private boolean ended;

  private ZipContent(ZipInputStream zip, String name) {
    super(zip);
    this.zip = zip;
    this.name = name;
  }

  /** Opens an archive at its start. */
  static ZipContent open(InputStream in) throws IOException {
    var zip = new ZipInputStream(in);
    var name = nextFile(zip);
    if (name.isEmpty()) {
      throw new InputException("The archive holds no file.");
    }
    return new ZipContent(zip, name);
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (ended) {
      return -1;
    }
    var count = zip.read(target, offset, length);
    if (count < 0) {
      ended = true;
      requireNoOther();
    }
    return count;
  }

  private void requireNoOther() throws IOException {
    var other = nextFile(zip);
    if (!other.isEmpty()) {
      throw new InputException("The archive holds several files, '" + name + "' and '" + other
          + "'. Unpack it and import them one by one.");
    }
  }

  /** Moves to the next file. Returns its name; empty if there is none. */
  private static String nextFile(ZipInputStream zip) throws IOException {
    var entry = zip.getNextEntry();
    while (entry != null && (entry.isDirectory() || entry.getName().startsWith(OF_MACOS))) {
      entry = zip.getNextEntry();
    }
    return entry == null ? "" : entry.getName();
  }
}
