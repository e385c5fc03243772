package io.weir.engine.checkpoint;

import io.weir.engine.disk.Folder;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.page.extent.PersistedExtent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The manifest of the last checkpoint, the file {@code CHECKPOINT}: lines of text, in this order,
 * sealed as a {@link SmallFile} is.
 *
 * <pre>
 * line            meaning
 * format=1        of this file and of the leaf directories; 2 when it has a line {@code aside.N}
 * store           id of the store
 * pages           format of the page files, see {@link io.weir.engine.page.PageFormat}
 * number          of the checkpoint; ascends
 * logPosition     the pages contain everything logged before it; replay begins here
 * seenPosition    the pages contain nothing logged at or after it; the log was durable up to here
 * highestTicks    Timestamps continue above this, and above the highest in the log
 * highestTableId  ids of tables continue above this, and above the highest in the log
 * files.N         page files of shard N, with blanks between: {@code leaf} or {@code large}, number, units, reserved units
 * leaves.N        parts of the leaf directory of shard N, with blanks between: file, offset, bytes, CRC-32C in hexadecimal digits
 * aside.N         only when the checkpoint has left shard N out: the values of {@link SetAside}, the last one in hexadecimal digits
 * </pre>
 *
 * @param storeId names the store
 * @param pageFormat format of the page files
 * @param number of the checkpoint
 * @param logPosition where replay begins, for a shard that was left out after the records that were
 *     set aside
 * @param seenPosition after everything that the pages contain
 * @param highestTicks highest Timestamp given
 * @param highestTableId highest id given to a table
 * @param shards one for each shard
 */
public record CheckpointManifest(
    UUID storeId,
    String pageFormat,
    long number,
    long logPosition,
    long seenPosition,
    long highestTicks,
    int highestTableId,
    List<CheckpointedShard> shards) {

  public static final String FILE = "CHECKPOINT";

  /** The folder of the leaf directories. */
  public static final String DIRECTORIES = "checkpoints";

  private static final String FORMAT = "1";

  /** An earlier version must not take a shard that was left out for a complete one. */
  private static final String FORMAT_WITH_ASIDE = "2";

  private static final String LEAF = "leaf";
  private static final String LARGE = "large";
  private static final int HEX = 16;

  public CheckpointManifest {
    shards = List.copyOf(shards);
  }

  /** Returns the manifest of a store's folder, if there is one. */
  public static Optional<CheckpointManifest> read(Folder folder) throws IOException {
    var file = new SmallFile(folder, FILE);
    return file.exists() ? Optional.of(parse(file.read())) : Optional.empty();
  }

  /** Removes the manifest durably, if there is one. May be repeated after a failure. */
  public static void remove(Folder folder) throws IOException {
    if (folder.exists(FILE)) {
      folder.delete(FILE);
    }
    folder.force(); // also when the name is gone: the force that followed may have failed
  }

  /** Returns a position that the log had reached. */
  public long reachedPosition() {
    return Math.max(logPosition, seenPosition);
  }

  /** Whether the checkpoint has left a shard out. */
  public boolean hasLeftOut() {
    return shards.stream().anyMatch(shard -> shard.behind() != null);
  }

  /** Returns the position before which the pages of a shard contain everything. */
  public long positionOf(int shard) {
    return shards.get(shard).setAside().map(SetAside::position).orElse(logPosition);
  }

  /** Writes the manifest durably. Everything that it names must be durable before. */
  public void write(Folder folder) throws IOException {
    new SmallFile(folder, FILE).write(text());
  }

  private String text() {
    var text = new StringBuilder()
        .append("format=" + (hasLeftOut() ? FORMAT_WITH_ASIDE : FORMAT) + "\n")
        .append("store=" + storeId + "\n")
        .append("pages=" + pageFormat + "\n")
        .append("number=" + number + "\n")
        .append("logPosition=" + logPosition + "\n")
        .append("seenPosition=" + seenPosition + "\n")
        .append("highestTicks=" + highestTicks + "\n")
        .append("highestTableId=" + highestTableId + "\n");
    for (var shard = 0; shard < shards.size(); shard++) {
      text.append("files." + shard + "="
              + joined(shards.get(shard).files().stream().map(CheckpointManifest::text)))
          .append("leaves." + shard + "="
              + joined(shards.get(shard).leaves().stream().map(CheckpointManifest::text)));
      var line = "aside." + shard + "=";
      shards.get(shard).setAside().ifPresent(aside -> text.append(line + text(aside) + "\n"));
    }
    return text.toString();
  }

  private static String joined(Stream<String> items) {
    return items.collect(Collectors.joining(" ")) + "\n";
  }

  private static String text(PersistedExtent file) {
    return (file.large() ? LARGE : LEAF) + ":" + file.number() + ":" + file.units() + ":"
        + file.reserved();
  }

  private static String text(DirectoryPart part) {
    return part.file() + ":" + part.offset() + ":" + part.bytes() + ":"
        + Integer.toHexString(part.checksum());
  }

  private static String text(SetAside aside) {
    return aside.position() + ":" + aside.from() + ":" + aside.to() + ":" + aside.file() + ":"
        + aside.bytes() + ":" + Integer.toHexString(aside.checksum());
  }

  private static CheckpointManifest parse(String text) throws CheckpointInvalid {
    var lines = new Lines(text);
    var format = lines.next("format");
    if (!format.equals(FORMAT) && !format.equals(FORMAT_WITH_ASIDE)) {
      throw new CheckpointInvalid("the manifest has an unknown format format=" + format);
    }
    try {
      return new CheckpointManifest(
          UUID.fromString(lines.next("store")),
          lines.next("pages"),
          Long.parseLong(lines.next("number")),
          Long.parseLong(lines.next("logPosition")),
          Long.parseLong(lines.next("seenPosition")),
          Long.parseLong(lines.next("highestTicks")),
          Integer.parseInt(lines.next("highestTableId")),
          shards(lines));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new CheckpointInvalid("the manifest is malformed: " + e.getMessage());
    }
  }

  private static List<CheckpointedShard> shards(Lines lines) throws CheckpointInvalid {
    var shards = new ArrayList<CheckpointedShard>();
    while (lines.hasNext()) {
      var files = lines.next("files." + shards.size());
      var leaves = lines.next("leaves." + shards.size());
      shards.add(new CheckpointedShard(
          items(files).map(CheckpointManifest::file).toList(),
          items(leaves).map(CheckpointManifest::part).toList(),
          lines.isNext("aside." + shards.size())
              ? aside(lines.next("aside." + shards.size()).split(":", -1))
              : null));
    }
    return shards;
  }

  private static Stream<String[]> items(String text) {
    return Arrays.stream(text.split(" ", -1))
        .filter(item -> !item.isEmpty())
        .map(item -> item.split(":", -1));
  }

  private static PersistedExtent file(String[] item) {
    if (!item[0].equals(LARGE) && !item[0].equals(LEAF)) {
      throw new IllegalArgumentException("unknown kind of page file kind=" + item[0]);
    }
    return new PersistedExtent(
        Integer.parseInt(item[1]),
        item[0].equals(LARGE),
        Integer.parseInt(item[2]),
        Integer.parseInt(item[3]));
  }

  private static DirectoryPart part(String[] item) {
    return new DirectoryPart(
        Long.parseLong(item[0]),
        Long.parseLong(item[1]),
        Long.parseLong(item[2]),
        Integer.parseUnsignedInt(item[3], HEX));
  }

  private static SetAside aside(String[] item) {
    return new SetAside(
        Long.parseLong(item[0]),
        Long.parseLong(item[1]),
        Long.parseLong(item[2]),
        Long.parseLong(item[3]),
        Long.parseLong(item[4]),
        Integer.parseUnsignedInt(item[5], HEX));
  }

  /** Lines {@code name=value} in a fixed order. */
  private static final class Lines {

    private final List<String> lines;
    private int at;

    Lines(String text) {
      lines = text.lines().toList();
    }

    boolean hasNext() {
      return at < lines.size();
    }

    boolean isNext(String name) {
      return hasNext() && lines.get(at).startsWith(name + "=");
    }

    /** Returns the value of the next line, which must have this name. */
    String next(String name) throws CheckpointInvalid {
      if (!isNext(name)) {
        throw new CheckpointInvalid("the manifest misses a line line=" + name);
      }
      return lines.get(at++).substring(name.length() + 1);
    }
  }
}
