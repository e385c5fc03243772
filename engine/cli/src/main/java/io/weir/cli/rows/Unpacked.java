package io.weir.cli.rows;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * The content of bytes that may be compressed. Their first bytes say how: gzip, a zip archive of
 * one file, or not at all.
 *
 * <p>Fails with {@link InputException} for a compression that the JDK does not have, and for a zip
 * archive without a file or with several.
 */
public final class Unpacked {

  private static final int HEAD_BYTES = 6;

  private Unpacked() {}

  /** Returns the content. Takes ownership of the stream, and closes it when this fails. */
  public static InputStream of(InputStream in) throws IOException {
    var bytes = new PushbackInputStream(in, HEAD_BYTES);
    try {
      var head = bytes.readNBytes(HEAD_BYTES);
      bytes.unread(head);
      var packing = Packing.of(head);
      return packing.isPresent() ? packing.get().opening.open(bytes) : bytes;
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  @FunctionalInterface
  private interface Opening {
    InputStream open(InputStream in) throws IOException;
  }

  /** The ways to pack that are told apart by their first bytes; -1 stands for any byte. */
  @SuppressWarnings(
      "ImmutableEnumChecker") // the openings have no state, and nothing changes the arrays
  private enum Packing {
    GZIP(GzipMembers::open, 0x1F, 0x8B),
    ZIP(ZipContent::open, 'P', 'K', 3, 4),
    EMPTY_ZIP(ZipContent::open, 'P', 'K', 5, 6),
    ZSTANDARD(in -> refused("zstd -dc"), 0x28, 0xB5, 0x2F, 0xFD),
    XZ(in -> refused("xz -dc"), 0xFD, '7', 'z', 'X', 'Z', 0),
    BZIP2(in -> refused("bzip2 -dc"), 'B', 'Z', 'h', -1, '1', 'A');

    private final Opening opening;
    private final int[] begin;

    Packing(Opening opening, int... begin) {
      this.opening = opening;
      this.begin = begin;
    }

    static Optional<Packing> of(byte[] head) {
      return Arrays.stream(values()).filter(packing -> packing.begins(head)).findFirst();
    }

    private boolean begins(byte[] head) {
      if (head.length < begin.length) {
        return false;
      }
      for (var i = 0; i < begin.length; i++) {
        if (begin[i] >= 0 && begin[i] != (head[i] & 0xFF)) {
          return false;
        }
      }
      return true;
    }

    private static InputStream refused(String tool) {
      throw new InputException(
          "Only gzip and zip are unpacked. Unpack it first: " + tool + " FILE | weir import - ...");
    }
  }
}
