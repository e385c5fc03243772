package io.weir.engine.indexing;

import static io.weir.engine.TestStore.PATIENCE;
import static io.weir.engine.TestStore.TABLE;

import io.weir.api.JointCommit;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.Random;
import java.util.stream.IntStream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * Random writes in every way of writing: single writes, batches, joint commits and bulk writes.
 *
 * @param rows number of row keys of each partition that single and bulk writes choose from
 * @param jointRows number of row keys of each partition that joint commits choose from
 * @param batchSize number of writes in a batch
 * @param entities makes the entity of a key
 */
record WriteMix(int rows, int jointRows, int batchSize, Entities entities) {

  /** Makes an entity of a key, with random properties. */
  interface Entities {
    Entity of(Random random, String partition, String row);
  }

  /** Carries out {@code count} writes, 32 at a time. A write that is refused is a write as well. */
  void carryOut(TableService tables, Random random, int count) {
    Flux.range(0, count)
        .flatMap(
            i -> Flux.from(write(tables, random))
                .then()
                .onErrorComplete(TableServiceException.class),
            32)
        .blockLast(PATIENCE);
  }

  private Publisher<?> write(TableService tables, Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> tables.submit(TABLE, batch(random));
      case 1 -> tables.commit(joint(random));
      case 2 -> tables.bulk(TABLE, Flux.range(0, 5).map(i -> BulkLine.of(replacement(random))));
      case 3 -> tables.write(TABLE, new Write.Delete(entity(random).key(), IfMatch.ANY));
      case 4 -> tables.write(TABLE, new Write.Update(entity(random), WriteMode.MERGE, IfMatch.ANY));
      case 5 -> tables.write(TABLE, new Write.Insert(entity(random)));
      default -> tables.write(TABLE, replacement(random));
    };
  }

  private JointCommit joint(Random random) {
    return new JointCommit(IntStream.range(0, 4)
        .mapToObj(i -> entities.of(random, "p" + i, "j" + random.nextInt(jointRows)))
        .map(each -> TableWrite.of(TABLE, new Write.Upsert(each, WriteMode.MERGE)))
        .toList());
  }

  private Batch batch(Random random) {
    return new Batch(IntStream.range(0, batchSize)
        .mapToObj(i -> entities.of(random, "p1", "b" + (i * 7 + random.nextInt(7))))
        .map(each -> (Write) new Write.Upsert(each, WriteMode.MERGE))
        .toList());
  }

  private Write replacement(Random random) {
    return new Write.Upsert(entity(random), WriteMode.REPLACE);
  }

  private Entity entity(Random random) {
    return entities.of(random, "p" + random.nextInt(12), "r" + random.nextInt(rows));
  }
}
