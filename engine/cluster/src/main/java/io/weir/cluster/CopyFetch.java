package io.weir.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.cluster.CopyCalls.FileLength;
import io.weir.cluster.CopyCalls.Listing;
import io.weir.cluster.Wire.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the leader's copy of the store into a folder, by ranges. What the folder has already is
 * not fetched again: a broken transfer goes on where it was.
 *
 * <p>It does not check what it has fetched; a copy has checksums of its own. Runs on: a thread that
 * may block.
 */
final class CopyFetch {

  private static final Logger LOG = LoggerFactory.getLogger(CopyFetch.class);
  private static final String NAME = "copy-name";

  private final Link link;
  private final Path target;

  /** Asks the leader. */
  interface Link {
    Frame ask(int code, byte[] question) throws IOException;
  }

  CopyFetch(Link link, Path target) {
    this.link = link;
    this.target = target;
  }

  /** Fetches what is missing. Returns false if the leader is still making the copy. */
  boolean run() throws IOException {
    Listing listing = Listing.parse(text(link.ask(CopyCalls.LIST, new byte[0])));
    if (!listing.isComplete()) {
      return false;
    }
    begin(listing.copy());
    long bytes = listing.files().stream().mapToLong(FileLength::bytes).sum();
    LOG.info("fetching a copy of the store files={} bytes={}", listing.files().size(), bytes);
    for (FileLength file : listing.files()) {
      fetch(listing.copy(), file);
    }
    Files.delete(target.resolve(NAME));
    return true;
  }

  /** Begins anew unless the folder holds the beginning of the same copy. */
  private void begin(String copy) throws IOException {
    Path name = target.resolve(NAME);
    if (Files.exists(name) && Files.readString(name).equals(copy)) {
      return;
    }
    Trees.delete(target);
    Files.createDirectories(target);
    Files.writeString(name, copy);
  }

  private void fetch(String copy, FileLength file) throws IOException {
    Path place = target.resolve(file.name()).normalize();
    if (!place.startsWith(target) || place.equals(target)) {
      throw new IOException("the name of a file leads out of the folder name=" + file.name());
    }
    Files.createDirectories(place.getParent());
    try (FileChannel channel =
        FileChannel.open(place, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (long at = channel.size(); at < file.bytes(); at = channel.size()) {
        append(channel, copy, file, at);
      }
      channel.force(true);
    }
  }

  private void append(FileChannel channel, String copy, FileLength file, long at)
      throws IOException {
    int length = (int) Math.min(CopyCalls.MAX_RANGE, file.bytes() - at);
    byte[] question = CopyCalls.question(copy, file.name(), at, length);
    ByteBuffer bytes = link.ask(CopyCalls.READ, question).body().asReadOnlyByteBuffer();
    if (bytes.remaining() != length) {
      throw new IOException("the copy was cut short file=" + file.name());
    }
    while (bytes.hasRemaining()) {
      channel.write(bytes, at + length - bytes.remaining());
    }
  }

  private static String text(Frame answer) {
    return answer.body().toString(UTF_8);
  }
}
