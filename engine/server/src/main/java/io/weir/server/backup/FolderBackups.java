package io.weir.server.backup;

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
 * Backups in a folder of the server's disk.
 *
 * @param engine whose store is backed up
 * @param folder takes a folder for each backup; absent when the operator named none
 */
public record FolderBackups(Engine engine, Optional<Path> folder) implements Backups {

  private static final Logger LOG = LoggerFactory.getLogger(FolderBackups.class);

  /** No separators and no dots in front, so that a name stays inside the folder. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");

  @Override
  public Flux<ControlLine> write(String name) {
    if (folder.isEmpty()) {
      throw new InvalidRequestException(
          ErrorCode.NOT_IMPLEMENTED, "reason=noBackupFolder startTheServiceWith=--backup-dir");
    }
    if (!NAME.matcher(name).matches()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "parameter=name expected=1To100LettersDigitsDotsDashes");
    }
    var target = folder.get().resolve(name);
    return Flux.create(sink -> write(target, sink));
  }

  private void write(Path target, FluxSink<ControlLine> sink) {
    LOG.info("Writing a backup. folder={}", target);
    var unused = engine
        .backup(target, new ProgressReporter(sink))
        .subscribe(done -> complete(done, target, sink), failure -> fail(failure, target, sink));
  }

  private static void complete(BackupManifest done, Path target, FluxSink<ControlLine> sink) {
    LOG.info("Wrote a backup. folder={} bytes={}", target, done.bytes());
    var points = done.points();
    sink.next(new ControlLine(
        "$end",
        Map.of(
            "name", String.valueOf(target.getFileName()),
            "bytes", Long.toString(done.bytes()),
            "created", done.created().toString(),
            "earliest", Long.toString(points.earliest()),
            "earliestTime", points.earliestTime().toString(),
            "position", Long.toString(points.end()))));
    sink.complete();
  }

  /** A name that is taken is found before anything else is reported, so it is still time for an answer of its own. */
  private static void fail(Throwable failure, Path target, FluxSink<ControlLine> sink) {
    if (failure instanceof BackupRefused refused && refused.isNameTaken()) {
      LOG.info("A backup is refused, for its name is taken. folder={}", target);
      sink.error(new ConflictException(
          ErrorCode.RESOURCE_ALREADY_EXISTS,
          "backup=" + target.getFileName() + " Choose another name."));
      return;
    }
    LOG.error("A backup failed. folder={}", target, failure);
    sink.next(new ControlLine("$error", Map.of("message", DiskFailure.told(failure))));
    sink.complete();
  }

  /** A line at the start of each part of the work and at each of its hundredths; the thread that copies is the only one to call. */
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
