package io.weir.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Every entity is sent once, in the order of its partition, and a bounded number of entities waits.
 */
final class OpenBatchesProperties {

  private static final int MOST = 50;

  @Property(tries = 200)
  void everyEntityIsSentInTheOrderOfItsPartition(
      @ForAll @Size(max = 400) List<@IntRange(max = 60) Integer> draws) {
    var given = new ArrayList<Entity>();
    for (var draw : draws) {
      given.add(
          Entity.builder("p" + draw % 7, "r" + draw).set("Number", given.size()).build());
    }

    var sent = throughBatches(given);

    assertThat(byPartition(sent)).isEqualTo(byPartition(given));
  }

  @Property(tries = 50)
  void atMostTheAllowedEntitiesWait(
      @ForAll @Size(max = 300) List<@IntRange(max = 1000) Integer> draws) {
    var open = new OpenBatches(MOST, 1 << 20);
    var waiting = 0;

    for (var draw : draws) {
      var ready = open.add(Entity.builder("p" + draw % 100, "r" + draw).build());
      waiting += 1 - ready.stream().mapToInt(batch -> batch.writes().size()).sum();
      assertThat(waiting).isLessThanOrEqualTo(MOST);
    }
  }

  private static List<Entity> throughBatches(List<Entity> given) {
    var open = new OpenBatches(MOST, 1 << 20);
    var batches = new ArrayList<Batch>();
    given.forEach(entity -> batches.addAll(open.add(entity)));
    batches.addAll(open.rest());
    return batches.stream()
        .flatMap(batch -> batch.writes().stream())
        .map(write -> ((Write.Upsert) write).entity())
        .toList();
  }

  private static Map<String, List<Entity>> byPartition(List<Entity> entities) {
    var byPartition = new HashMap<String, List<Entity>>();
    entities.forEach(entity -> byPartition
        .computeIfAbsent(entity.partitionKey(), key -> new ArrayList<>())
        .add(entity));
    return byPartition;
  }
}
