package io.weir.engine.archive;

import io.weir.engine.backup.Backup;
import io.weir.engine.backup.BackupManifest;
import io.weir.engine.backup.BackupRefused;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.log.LogExcerpt;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.io.StringReader;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An archive in a folder. The package's page shows its files. */
record ArchiveFolder(Folder folder) implements ArchiveTarget {

  private static final Logger LOG = LoggerFactory.getLogger(ArchiveFolder.class);

  /** The file that makes a folder an archive, and names the store. */
  static final String MARKER = "ARCHIVE";

  static final String PIECES = "log";
  private static final String REACHED = "REACHED";
  private static final String DRAFT = ".unfinished";
  private static final String BASE_PREFIX = "base-";
  private static final Pattern BASE = Pattern.compile(BASE_PREFIX + "([0-9a-f]{8})-[0-9a-f]{16}");
  private static final int HEX = 16;

  @Override
  public void claim(StoreIdentity store) throws IOException {
    var marker = new SmallFile(folder, MARKER);
    if (marker.exists()) {
      requireOf(store, marker.read());
    } else {
      requireEmpty();
      marker.write(text(store));
    }
    for (var name : folder.list()) {
      if (name.startsWith(BASE_PREFIX)) {
        Backup.deleteDraft(folder, name);
      }
    }
    var log = folder.folder(PIECES);
    for (var name : log.list()) {
      if (name.endsWith(DRAFT)) {
        log.delete(name);
      }
    }
  }

  private void requireOf(StoreIdentity store, String text) throws BackupRefused {
    if (!text.equals(text(store))) {
      throw new BackupRefused("The archive belongs to another store; name another folder. folder="
          + folder.locate("") + " archiveOf=" + text.strip().replace("\n", " "));
    }
  }

  private void requireEmpty() throws IOException {
    for (var name : folder.list()) {
      if (!name.equals("lost+found") && !name.equals(SmallFile.draftOf(MARKER))) {
        throw new BackupRefused(
            "The folder is no archive and is not empty; name another folder, or one that is not there. folder="
                + folder.locate("") + " holds=" + name);
      }
    }
  }

  private static String text(StoreIdentity store) {
    return "format=1\nstore=" + store.id() + "\n";
  }

  @Override
  public void requireClaimed() throws IOException {
    if (!folder.exists(MARKER)) {
      throw new IOException("The archive's folder has lost its file " + MARKER
          + "; is the disk mounted? folder=" + folder.locate(""));
    }
  }

  @Override
  public List<Piece> pieces() throws IOException {
    return folder.exists(PIECES)
        ? folder.folder(PIECES).list().stream()
            .map(Piece::named)
            .flatMap(Optional::stream)
            .toList()
        : List.of();
  }

  @Override
  public void add(Piece piece, LogExcerpt excerpt) throws IOException {
    var log = folder.folder(PIECES);
    var draft = piece.file() + DRAFT;
    log.delete(draft);
    try {
      excerpt.write(log, draft);
      log.replace(draft, piece.file());
      log.force();
    } catch (IOException e) {
      deleteAfter(e, log, draft);
      throw e;
    }
  }

  private static void deleteAfter(IOException failure, Folder log, String draft) {
    try {
      log.delete(draft);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public boolean holds(Piece piece, LogExcerpt excerpt) throws IOException {
    return excerpt.isIn(folder.folder(PIECES), piece.file());
  }

  @Override
  public void delete(Piece piece) throws IOException {
    folder.folder(PIECES).delete(piece.file());
  }

  @Override
  public List<Base> bases() throws IOException {
    var found = new ArrayList<Base>();
    for (var name : folder.list()) {
      var base = BASE.matcher(name);
      if (base.matches()) {
        manifest(name)
            .ifPresent(manifest ->
                found.add(new Base(Long.parseLong(base.group(1), HEX), name, manifest)));
      }
    }
    found.sort(Comparator.comparingLong(Base::chain)
        .thenComparingLong(Base::end)
        .thenComparing(base -> base.manifest().created())
        .reversed());
    return List.copyOf(found);
  }

  private Optional<BackupManifest> manifest(String name) throws IOException {
    var base = folder.folder(name);
    try {
      return base.exists(BackupManifest.FILE)
          ? Optional.of(BackupManifest.read(base))
          : Optional.empty();
    } catch (FileDamaged | BackupRefused e) {
      LOG.warn("a base of the archive cannot be used folder={}", folder.locate(name), e);
      return Optional.empty();
    }
  }

  @Override
  public void addBase(Store store, long chain, Clock clock) throws IOException {
    var name = BASE_PREFIX + String.format("%08x-%016x", chain, store.log().durablePosition());
    Backup.write(store, folder, name, clock, CopyListener.NOBODY);
  }

  @Override
  public void delete(List<Base> bases) throws IOException {
    Backup.delete(folder, bases.stream().map(Base::name).toList());
  }

  @Override
  public Optional<Reached> reached() throws IOException {
    var file = new SmallFile(folder, REACHED);
    if (!file.exists()) {
      return Optional.empty();
    }
    var properties = new Properties();
    properties.load(new StringReader(file.read()));
    try {
      return Optional.of(new Reached(
          Long.parseLong(properties.getProperty("chain", "")),
          Long.parseLong(properties.getProperty("position", "")),
          Instant.parse(properties.getProperty("time", ""))));
    } catch (IllegalArgumentException | DateTimeParseException e) {
      throw new FileDamaged(folder.locate(REACHED), 0, "notARecord");
    }
  }

  @Override
  public void record(Reached reached) throws IOException {
    new SmallFile(folder, REACHED)
        .write("chain=" + reached.chain() + "\nposition=" + reached.position() + "\ntime="
            + reached.time() + "\n");
  }
}
