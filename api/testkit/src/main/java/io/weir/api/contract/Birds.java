package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;

import io.weir.api.entity.EntityBuilder;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.SortProperty;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Entities that are found and sorted by indexes. */
final class Birds {

  static final SortProperty AGE = SortProperty.ascending("Age");
  static final SortProperty NAME = SortProperty.ascending("Name");
  static final IndexDefinition BY_AGE = IndexDefinition.of("byAge", "Age");

  private Birds() {}

  /** Returns birds over ten partitions, whose ages go from 0 to 9. */
  static Stream<EntityBuilder> aged(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> entity("p" + i % 10, String.format("row%05d", i)).set("Age", i / 10 % 10));
  }

  /**
   * Returns a bird with a name, an age that is an Int32 or a Double, and perhaps a weight. The
   * number determines it.
   */
  static EntityBuilder bird(int i) {
    var random = new Random(i);
    var bird = entity("p" + random.nextInt(6), String.format("row%05d", i))
        .set("Name", "n" + random.nextInt(6));
    var age = random.nextInt(10);
    if (random.nextInt(4) == 0) {
      bird.set("Age", (double) age);
    } else {
      bird.set("Age", age);
    }
    return random.nextBoolean() ? bird.set("Weight", random.nextInt(20) / 2.0) : bird;
  }
}
