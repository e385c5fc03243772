package io.weir.engine.simulation;

import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.simulation.Operation.Change;
import io.weir.engine.simulation.Operation.Condition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Draws writes of every kind on the few keys of a table. */
final class RandomWrites {

  static final String NUMBER = "N";
  private static final int PARTITIONS = 4;
  private static final int ROWS = 6;
  private static final IfMatch NEVER_GIVEN = IfMatch.version(ETag.ofTimestamp(4711));

  /** A write and its effect on its cell. */
  record Drawn(Write write, Change change) {}

  private final Random random;

  RandomWrites(Random random) {
    this.random = random;
  }

  static String cell(int tableId, String partition, String row) {
    return "t" + tableId + "/" + partition + "/" + row;
  }

  /** Returns the effect of removing a partition's range of keys. */
  static Map<String, Change> removal(int tableId, String partition) {
    var changes = new TreeMap<String, Change>();
    IntStream.range(0, ROWS)
        .forEach(row ->
            changes.put(cell(tableId, partition, "r" + row), new Change(Condition.NONE, null)));
    return changes;
  }

  String partition() {
    return "p" + random.nextInt(PARTITIONS);
  }

  /** Returns writes of different rows of a partition, by cell. */
  Map<String, Drawn> some(int tableId, String partition, int most, int number) {
    var drawn = new LinkedHashMap<String, Drawn>();
    for (var left = 1 + random.nextInt(most); left > 0; left--) {
      var row = "r" + random.nextInt(ROWS);
      drawn.putIfAbsent(cell(tableId, partition, row), one(partition, row, number));
    }
    return drawn;
  }

  private Drawn one(String partition, String row, int number) {
    var length = random.nextInt(10) == 0 ? random.nextInt(2500) : random.nextInt(200);
    var entity = Entity.builder(partition, row)
        .set(NUMBER, number)
        .set("Data", new byte[length])
        .build();
    var mode = random.nextBoolean() ? WriteMode.REPLACE : WriteMode.MERGE;
    return switch (random.nextInt(24)) {
      case 0, 1 -> new Drawn(new Write.Insert(entity), new Change(Condition.ABSENT, number));
      case 2, 3, 4 ->
        new Drawn(
            new Write.Update(entity, mode, IfMatch.ANY), new Change(Condition.PRESENT, number));
      case 5 ->
        new Drawn(new Write.Update(entity, mode, NEVER_GIVEN), new Change(Condition.NEVER, number));
      case 6, 7, 8, 9, 10 ->
        new Drawn(
            new Write.Delete(new EntityKey(partition, row), IfMatch.ANY),
            new Change(Condition.PRESENT, null));
      default -> new Drawn(new Write.Upsert(entity, mode), new Change(Condition.NONE, number));
    };
  }
}
