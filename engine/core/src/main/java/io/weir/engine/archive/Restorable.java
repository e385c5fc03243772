package io.weir.engine.archive;

import io.weir.api.edm.EdmDateTime;
import io.weir.engine.archive.ArchiveTarget.Base;
import io.weir.engine.archive.ArchiveTarget.Reached;
import io.weir.engine.backup.Backup;
import io.weir.engine.backup.BackupManifest;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.backup.FileSums;
import io.weir.engine.backup.PointSource;
import io.weir.engine.backup.RestorablePoints;
import io.weir.engine.backup.RestorePoint;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.log.LogRangeReader;
import io.weir.engine.log.LogSlices;
import io.weir.engine.record.LogRecord;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * A base of an archive with the whole log that continues it.
 *
 * @param chain number of the chain of the base
 * @param folder of the base
 * @param log from the base's first position to the last one that can be restored
 * @param manifest that of the base, with the points that can be restored with this log;
 *     {@code created} is the last moment
 * @param isComplete whether the log reaches as far as the archive once did
 */
public record Restorable(
    long chain, Folder folder, Folder log, BackupManifest manifest, boolean isComplete) {

  /**
   * Returns what an archive restores, newest first.
   *
   * @param archive a read-only folder
   */
  public static List<Restorable> allIn(Folder archive) throws IOException {
    var place = new ArchiveFolder(archive);
    var reached = place.reached();
    var pieces = place.pieces(); // what REACHED tells of is there by then
    var times = new HashMap<Piece, Instant>();
    var found = new ArrayList<Restorable>();
    for (var base : place.bases()) {
      var run = Piece.around(pieces, base.chain(), base.end());
      found.add(of(archive, base, run, reached, times));
    }
    return List.copyOf(found);
  }

  private static Restorable of(
      Folder archive,
      Base base,
      List<Piece> run,
      Optional<Reached> reached,
      HashMap<Piece, Instant> times)
      throws IOException {
    var folder = archive.folder(base.name());
    var points = base.manifest().points();
    var own = folder.folder(Backup.LOG);
    var pieces = run.isEmpty() ? own : archive.folder(ArchiveFolder.PIECES);
    var log = RestorableLog.of(
        own, points.from(), pieces, run, base.manifest().store().id());
    var end = run.isEmpty() ? base.end() : run.get(run.size() - 1).to();
    var until = base.manifest().created();
    if (reached.isPresent()
        && reached.get().chain() == base.chain()
        && reached.get().position() <= end) {
      until = later(until, reached.get().time());
    } else if (!run.isEmpty()) {
      until = later(until, lastTime(base, log, run.get(run.size() - 1), times));
    }
    var isComplete = reached.isEmpty()
        || reached.get().chain() == base.chain() && reached.get().position() <= end;
    return new Restorable(
        base.chain(), folder, log, manifest(base.manifest(), log, end, until), isComplete);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isBefore(other) ? other : one;
  }

  /**
   * Returns a moment up to which the records of a piece certainly reach: just before the last
   * Timestamp, because a record with the same one may follow.
   */
  private static Instant lastTime(Base base, Folder log, Piece last, HashMap<Piece, Instant> times)
      throws IOException {
    var known = times.get(last);
    if (known == null) {
      var ticks = new long[1];
      new LogSlices(log, base.manifest().store().id())
          .read(
              last.from(),
              last.to(),
              Integer.MAX_VALUE,
              (position, sequence, payload) ->
                  ticks[0] = Math.max(ticks[0], LogRecord.ticks(payload)));
      known = ticks[0] == 0 ? Instant.MIN : new EdmDateTime(ticks[0] - 1).toInstant();
      times.put(last, known);
    }
    return known;
  }

  private static BackupManifest manifest(
      BackupManifest base, RestorableLog log, long end, Instant until) {
    var points = base.points();
    var prefix = Backup.LOG + "/";
    return new BackupManifest(
        base.store(),
        until,
        new RestorablePoints(points.from(), points.earliest(), points.earliestTicks(), end),
        base.pageTicks(),
        base.copiedBytes(),
        base.files().stream()
            .filter(sum ->
                !sum.file().startsWith(prefix) || log.isOf(sum.file().substring(prefix.length())))
            .toList());
  }

  /** Whether the base is still there: the archive may have deleted it meanwhile. */
  boolean isThere() throws IOException {
    return folder.exists(BackupManifest.FILE);
  }

  /** Returns the base and the log up to a point. */
  PointSource upTo(RestorePoint point, CopyListener listener) {
    return new PointSource(folder, log, manifest, point, listener);
  }

  /**
   * Compares all files with their checksums.
   *
   * @throws FileDamaged if a file of the base differs
   * @throws io.weir.engine.log.LogDamaged if the log cannot be read to its end
   */
  void verify(CopyListener listener) throws IOException {
    FileSums.verify(folder, manifest, listener);
    listener.begin("Verifying the log", -1);
    var points = manifest.points();
    LogRangeReader.read(
        log,
        manifest.store().id(),
        points.from(),
        points.end(),
        (position, sequence, payload) -> listener.advance(payload.remaining()));
  }

  /** Returns the ranges of moments that can be restored, for people, earliest first. */
  public static String ranges(List<Restorable> newestFirst) {
    var ranges = new ArrayList<String>();
    var at = newestFirst.size() - 1;
    while (at >= 0) {
      var from = newestFirst.get(at).manifest.points().earliestTime();
      var to = newestFirst.get(at).manifest.created();
      for (at--;
          at >= 0 && !newestFirst.get(at).manifest.points().earliestTime().isAfter(to);
          at--) {
        to = later(to, newestFirst.get(at).manifest.created());
      }
      ranges.add("from " + from + " to " + to);
    }
    return String.join(", and ", ranges);
  }
}
