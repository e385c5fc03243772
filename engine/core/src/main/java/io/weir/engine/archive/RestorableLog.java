package io.weir.engine.archive;

import io.weir.engine.disk.DiskFile;
import io.weir.engine.disk.Folder;
import io.weir.engine.log.LogExcerpt;
import io.weir.engine.log.LogFolder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.ReadOnlyFileSystemException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The log of a base and the pieces after it as one folder, which can only be read. Its files have
 * the names of segments.
 *
 * <p>The service may archive meanwhile, and replace a piece by a longer one. The part of the longer
 * one is then read in its place.
 *
 * @param files by the name that they have here
 */
record RestorableLog(Folder pieces, Map<String, Source> files, UUID storeId) implements Folder {

  /** A file, and the folder that has it. */
  record Source(Folder folder, String name) {}

  /**
   * Joins the segments of a base with pieces. Each file is read up to the begin of the next one.
   *
   * @param run pieces without a gap between them, which hold the end of the base's log; empty if
   *     there are none
   */
  static RestorableLog of(Folder base, long baseFrom, Folder pieces, List<Piece> run, UUID storeId)
      throws IOException {
    var files = new TreeMap<String, Source>();
    var begin = Long.MAX_VALUE;
    for (var piece : run) {
      if (piece.to() > baseFrom) {
        files.put(LogFolder.name(piece.from()), new Source(pieces, piece.file()));
        begin = Math.min(begin, piece.from());
      }
    }
    if (begin > baseFrom) {
      for (var name : base.list()) {
        if (LogFolder.basePosition(name) < begin) {
          files.put(name, new Source(base, name));
        }
      }
    }
    return new RestorableLog(pieces, files, storeId);
  }

  /** Whether a file of this name is that of the base. */
  boolean isOf(String name) {
    var source = files.get(name);
    return source != null && source.name.equals(name);
  }

  @Override
  public List<String> list() {
    return List.copyOf(files.keySet());
  }

  @Override
  public DiskFile openToRead(String name) throws IOException {
    var source = files.get(name);
    if (source == null) {
      throw new NoSuchFileException(pieces.locate(name));
    }
    try {
      return source.folder.openToRead(source.name);
    } catch (NoSuchFileException e) {
      var gone = Piece.named(source.name).orElseThrow(() -> e);
      return partOf(longerThan(gone).orElseThrow(() -> e), gone);
    }
  }

  /** Returns a piece that has replaced another one. */
  private Optional<Piece> longerThan(Piece gone) throws IOException {
    return pieces.list().stream()
        .map(Piece::named)
        .flatMap(Optional::stream)
        .filter(piece -> piece.covers(gone) && !piece.equals(gone))
        .findFirst();
  }

  private DiskFile partOf(Piece longer, Piece gone) throws IOException {
    var source = Map.of(LogFolder.name(longer.from()), new Source(pieces, longer.file()));
    var log = new RestorableLog(pieces, source, storeId);
    return new LogExcerpt(log, storeId, gone.from(), gone.to()).asFile();
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return openToRead(name);
  }

  @Override
  public String locate(String name) {
    var source = files.get(name);
    return source == null ? pieces.locate(name) : source.folder.locate(source.name);
  }

  @Override
  public long usableBytes() throws IOException {
    return pieces.usableBytes();
  }

  @Override
  public Folder folder(String name) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public DiskFile create(String name) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void rename(String from, String to) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void replace(String from, String to) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void delete(String name) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void force() {
    throw new ReadOnlyFileSystemException();
  }
}
