package io.weir.cli.store;

import io.weir.api.entity.Entity;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.backup.TableAtPoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Schedulers;

/**
 * The entities of a table as lines of a bulk write. Neighbours of one partition are a group, which
 * the service stores by one command.
 *
 * <p>Belongs to one subscription.
 */
final class RestoredLines {

  /** Half of the protocol's limit, which leaves room for any encoding. */
  private static final int MOST_BYTES = Batch.MAX_BYTES / 2;

  private static final int PARTS_AHEAD = 2;

  private String partition = "";
  private long group;
  private int lines;
  private long bytes;

  private RestoredLines() {}

  /**
   * Returns the lines without the first ones. They are read from the disk on a thread of their own,
   * no faster than they are requested.
   */
  static Flux<BulkLine> of(TableAtPoint table, long skipped) {
    return Flux.defer(() -> Flux.<Iterable<Entity>, TableAtPoint.Entities>generate(
                table::open, RestoredLines::next, RestoredLines::close)
            .hide() // deliberate: a fused generator closes what it has closed already
            .concatMapIterable(some -> some, PARTS_AHEAD)
            .skip(skipped)
            .map(new RestoredLines()::line))
        .subscribeOn(Schedulers.boundedElastic())
        .cancelOn(Schedulers.boundedElastic()); // it closes files
  }

  private static TableAtPoint.Entities next(
      TableAtPoint.Entities entities, SynchronousSink<Iterable<Entity>> sink) {
    try {
      var some = entities.nextSome();
      if (some == null) {
        sink.complete();
      } else {
        sink.next(some);
      }
    } catch (IOException e) {
      sink.error(e);
    }
    return entities;
  }

  private static void close(TableAtPoint.Entities entities) {
    try {
      entities.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private BulkLine line(Entity entity) {
    var size = entity.encoded().length;
    if (lines == Batch.MAX_WRITES
        || bytes + size > MOST_BYTES
        || !partition.equals(entity.partitionKey())) {
      group++;
      lines = 0;
      bytes = 0;
      partition = entity.partitionKey();
    }
    lines++;
    bytes += size;
    return BulkLine.of(new Write.Upsert(entity, WriteMode.REPLACE), Long.toString(group));
  }
}
