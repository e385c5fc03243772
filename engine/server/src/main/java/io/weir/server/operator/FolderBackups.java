package io.weir.server.operator;

import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.engine.Engine;
import io.weir.engine.backup.BackupManifest;
import io.weir.engine.backup.BackupRefused;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.disk.DiskFailure;
import io.weir.server.json.ControlLine;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;

/**
 * Writes backups to a folder on the server's disk.
 *
 * @param engine its store is backed up
 * @param folder receives one folder per backup; empty if the operator has not configured one
 */
public record FolderBackups(Engine engine, Optional<Path> folder) implements Backups {

  private static final Logger LOG = LoggerFactory.getLogger(FolderBackups.class);

  /** Excludes separators and leading dots, so that a backup stays inside the folder. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");

  private static final Pattern KEEP = Pattern.compile("[1-9][0-9]{0,3}");

  @Override
  public Flux<ControlLine> write(String name, String keep) {
    if (folder.isEmpty()) {
      throw new InvalidRequestException(
          ErrorCode.NOT_IMPLEMENTED, "reason=noBackupFolder startTheServiceWith=--backup-dir");
    }
    if (!NAME.matcher(name).matches()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "parameter=name expected=1To100LettersDigitsDotsDashes");
    }
    if (!keep.isEmpty() && !KEEP.matcher(keep).matches()) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "parameter=keep expected=1To9999");
    }
    var target = folder.get().resolve(name);
    var kept = keep.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(keep);
    return Flux.create(sink -> write(target, kept, sink));
  }

  private void write(Path target, int keep, FluxSink<ControlLine> sink) {
    LOG.info("backup started folder={}", target);
    var unused = engine
        .backup(target, keep, new ProgressReporter(sink))
        .subscribe(done -> complete(done, target, sink), failure -> fail(failure, target, sink));
  }

  private static void complete(BackupManifest done, Path target, FluxSink<ControlLine> sink) {
    LOG.info("backup completed folder={} bytes={}", target, done.bytes());
    var points = done.points();
    sink.next(new ControlLine(
        "$end",
        Map.of(
            "name", String.valueOf(target.getFileName()),
            "bytes", Long.toString(done.bytes()),
            "copied", Long.toString(done.copiedBytes()),
            "created", done.created().toString(),
            "earliest", Long.toString(points.earliest()),
            "earliestTime", points.earliestTime().toString(),
            "position", Long.toString(points.end()))));
    sink.complete();
  }

  /**
   * Reports a failure. The engine detects an existing name before it reports progress, so this
   * failure can still become an error response.
   */
  private static void fail(Throwable failure, Path target, FluxSink<ControlLine> sink) {
    if (failure instanceof BackupRefused refused && refused.isNameTaken()) {
      LOG.info("backup rejected, the folder exists folder={}", target);
      sink.error(new ConflictException(
          ErrorCode.RESOURCE_ALREADY_EXISTS,
          "backup=" + target.getFileName() + " Choose another name."));
      return;
    }
    LOG.error("backup failed folder={}", target, failure);
    sink.next(new ControlLine("$error", Map.of("message", DiskFailure.told(failure))));
    sink.complete();
  }

  /**
   * Reports the progress of a backup: one line at the start of each task and then one line per
   * hundredth of its bytes, at least 64 MiB apart. Called only by the thread that copies.
   */
  private static final class ProgressReporter implements CopyListener {

    private static final int STEPS = 100;
    private static final long MIN_STEP_BYTES = 64L << 20;

    private final FluxSink<ControlLine> sink;
    private String task = "";
    private long total;
    private long done;
    private long reported;

    ProgressReporter(FluxSink<ControlLine> sink) {
      this.sink = sink;
    }

    @Override
    public void begin(String next, long bytes) {
      task = next;
      total = bytes;
      done = 0;
      report();
    }

    @Override
    public void advance(long bytes) {
      done += bytes;
      if (done - reported >= Math.max(MIN_STEP_BYTES, total / STEPS)) {
        report();
      }
    }

    private void report() {
      reported = done;
      sink.next(new ControlLine(
          "$progress",
          Map.of("task", task, "bytes", Long.toString(done), "of", Long.toString(total))));
    }
  }
}
