package io.weir.engine.cleanshutdown;

import io.weir.engine.disk.Folder;
import io.weir.engine.disk.SmallFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The marker of a clean shutdown, the file {@code CLEAN}: lines of text, in this order, sealed as a {@link SmallFile}
 * is.
 *
 * <pre>
 * line           meaning
 * format=2       of this file and of the fences files
 * store          id of the store
 * pages          format of the page files, see {@link io.weir.engine.page.PageFormat}
 * logPosition    where the log ends, its closing mark included
 * highestTicks   Timestamps continue above this
 * highestTableId ids of tables continue above this
 * fences.N       shard N's fences file: length in bytes, a blank, CRC-32C in hexadecimal digits
 * </pre>
 *
 * @param storeId names the store
 * @param pageFormat format of the page files
 * @param logPosition where the log ends
 * @param highestTicks highest Timestamp given
 * @param highestTableId highest id given to a table
 * @param fences one for each shard
 */
public record CleanMarker(
    UUID storeId,
    String pageFormat,
    long logPosition,
    long highestTicks,
    int highestTableId,
    List<FencesFile> fences) {

  public static final String FILE = "CLEAN";
  private static final String FORMAT = "2";
  private static final int HEX = 16;

  public CleanMarker {
    fences = List.copyOf(fences);
  }

  /** Returns the marker of a store's folder, if there is one. */
  public static Optional<CleanMarker> read(Folder folder) throws IOException {
    var file = new SmallFile(folder, FILE);
    return file.exists() ? Optional.of(parse(file.read())) : Optional.empty();
  }

  /** Removes the marker durably, if there is one. */
  public static void remove(Folder folder) throws IOException {
    if (folder.exists(FILE)) {
      folder.delete(FILE);
      folder.force();
    }
  }

  /** Writes the marker durably. The files that it names must be durable before. */
  public void write(Folder folder) throws IOException {
    new SmallFile(folder, FILE).write(text());
  }

  private String text() {
    var text = new StringBuilder()
        .append("format=" + FORMAT + "\n")
        .append("store=" + storeId + "\n")
        .append("pages=" + pageFormat + "\n")
        .append("logPosition=" + logPosition + "\n")
        .append("highestTicks=" + highestTicks + "\n")
        .append("highestTableId=" + highestTableId + "\n");
    for (var shard = 0; shard < fences.size(); shard++) {
      var file = fences.get(shard);
      text.append("fences." + shard + "=" + file.bytes() + " "
          + Integer.toHexString(file.checksum()) + "\n");
    }
    return text.toString();
  }

  private static CleanMarker parse(String text) throws CleanShutdownInvalid {
    var lines = new MarkerLines(text);
    var format = lines.next("format");
    if (!format.equals(FORMAT)) {
      throw new CleanShutdownInvalid("the marker has an unknown format format=" + format);
    }
    try {
      return new CleanMarker(
          UUID.fromString(lines.next("store")),
          lines.next("pages"),
          Long.parseLong(lines.next("logPosition")),
          Long.parseLong(lines.next("highestTicks")),
          Integer.parseInt(lines.next("highestTableId")),
          lines.rest("fences.").stream().map(CleanMarker::fencesFile).toList());
    } catch (IllegalArgumentException e) {
      throw new CleanShutdownInvalid("the marker is malformed: " + e.getMessage());
    }
  }

  private static FencesFile fencesFile(String text) {
    var blank = text.indexOf(' ');
    return new FencesFile(
        Long.parseLong(text, 0, blank, 10),
        Integer.parseUnsignedInt(text, blank + 1, text.length(), HEX));
  }
}
