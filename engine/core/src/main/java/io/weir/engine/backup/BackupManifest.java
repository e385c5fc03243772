package io.weir.engine.backup;

import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;

/**
 * The description of a backup, stored in its file {@code BACKUP}.
 *
 * @param store the store that was backed up
 * @param created when the backup began; it holds every write that was acknowledged before
 * @param points the points in the log that it can restore
 * @param pageTicks the highest Timestamp given before the checkpoint whose pages it has; 0 when it
 *     has none
 * @param copiedBytes bytes of its files that no earlier backup had
 * @param files all files of the backup except this one
 */
public record BackupManifest(
    StoreIdentity store,
    Instant created,
    RestorablePoints points,
    long pageTicks,
    long copiedBytes,
    List<FileSum> files) {

  public static final String FILE = "BACKUP";

  /** Of a backup whose entries are in a snapshot, or in the log alone. */
  private static final String WITHOUT_PAGES = "1";

  private static final String WITH_PAGES = "2";

  public BackupManifest {
    files = List.copyOf(files);
  }

  /** Whether the entries of the checkpoint are in blocks of leaves. */
  public boolean hasPages() {
    return files.stream().anyMatch(sum -> sum.file().equals(LeafList.FILE));
  }

  /** The total length of all files in bytes. */
  public long bytes() {
    return files.stream().mapToLong(FileSum::bytes).sum();
  }

  /**
   * Reads the manifest of a backup. Fails with {@link FileDamaged}, or with {@link BackupRefused}
   * for another format version.
   */
  public static BackupManifest read(Folder folder) throws IOException {
    var properties = new Properties();
    properties.load(new StringReader(new SmallFile(folder, FILE).read()));
    if (!Set.of(WITHOUT_PAGES, WITH_PAGES).contains(properties.getProperty("format", ""))) {
      throw new BackupRefused(
          "The backup was written by another version of Weir; restore it with that one. file="
              + folder.locate(FILE));
    }
    try {
      return of(properties);
    } catch (IllegalArgumentException | DateTimeParseException e) {
      throw new FileDamaged(folder.locate(FILE), 0, "notAManifest");
    }
  }

  void write(Folder folder) throws IOException {
    var text = new StringBuilder("# A backup of a Weir store. Do not edit.\n");
    line(text, "format", hasPages() ? WITH_PAGES : WITHOUT_PAGES);
    line(text, "store", store.id());
    line(text, "partitionGroups", store.partitionGroups());
    line(text, "created", created);
    line(text, "from", points.from());
    line(text, "earliest", points.earliest());
    line(text, "earliestTicks", points.earliestTicks());
    line(text, "end", points.end());
    line(text, "pageTicks", pageTicks);
    line(text, "copied", copiedBytes);
    for (var i = 0; i < files.size(); i++) {
      line(text, "file." + i, files.get(i).text());
    }
    new SmallFile(folder, FILE).write(text.toString());
  }

  private static BackupManifest of(Properties properties) {
    var files = new ArrayList<FileSum>();
    for (var i = 0; properties.containsKey("file." + i); i++) {
      files.add(FileSum.parse(properties.getProperty("file." + i)));
    }
    var store = new StoreIdentity(
        UUID.fromString(properties.getProperty("store", "")),
        Integer.parseInt(properties.getProperty("partitionGroups", "")));
    var points = new RestorablePoints(
        number(properties, "from"),
        number(properties, "earliest"),
        number(properties, "earliestTicks"),
        number(properties, "end"));
    return new BackupManifest(
        store,
        Instant.parse(properties.getProperty("created", "")),
        points,
        Long.parseLong(properties.getProperty("pageTicks", "0")),
        Long.parseLong(properties.getProperty("copied", "0")),
        files);
  }

  private static long number(Properties properties, String name) {
    return Long.parseLong(properties.getProperty(name, ""));
  }

  private static void line(StringBuilder text, String name, Object value) {
    text.append(name).append('=').append(value).append('\n');
  }
}
