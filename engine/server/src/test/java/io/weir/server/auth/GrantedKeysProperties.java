package io.weir.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.filter.TextMatch;
import io.weir.engine.query.Planner;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The plan of a restricted query reads no key outside of the granted range, whatever the query asks
 * for.
 */
final class GrantedKeysProperties {

  private static final List<String> TEXTS =
      List.of("", "a", "a ", "aa", "ab", "b", "b!", "ba", "m", "é", "\uE000", "\uD83D\uDE00", "z");

  private static final List<Operator> OPERATORS = List.of(Operator.values());

  private Random random = new Random(0);

  @Property
  void noRangeOfAPlanHoldsAKeyOutside(@ForAll long seed) {
    random = new Random(seed);
    var bounds = bounds();
    var plan = Planner.plan(bounds.restrict(filter(4)));

    for (var key : keys()) {
      if (!bounds.contains(key)) {
        var encoded = key.encoded();
        assertThat(plan.ranges())
            .as("%s %s", bounds, key)
            .noneMatch(range -> range.contains(encoded, 0, encoded.length));
      }
    }
  }

  /** So many conditions on rows are not combined one by one. */
  @Property(tries = 20)
  void norDoesTheCoarsePlanOfALongFilter(@ForAll long seed) {
    random = new Random(seed);
    var bounds = bounds();
    var some = rows(900);
    var others = rows(900);
    var plan = Planner.plan(bounds.restrict(new Filter.And(List.of(some, others))));

    for (var key : keys()) {
      if (!bounds.contains(key)) {
        var encoded = key.encoded();
        assertThat(plan.ranges()).noneMatch(range -> range.contains(encoded, 0, encoded.length));
      }
    }
  }

  private Filter rows(int count) {
    return new Filter.Or(IntStream.range(0, count)
        .<Filter>mapToObj(i -> new Filter.Comparison(
            "RowKey", Operator.EQUAL, new EdmString(text() + random.nextInt(5_000))))
        .toList());
  }

  private static List<EntityKey> keys() {
    return TEXTS.stream()
        .flatMap(partition -> TEXTS.stream().map(row -> new EntityKey(partition, row)))
        .toList();
  }

  private GrantedKeys bounds() {
    var from = text();
    var to = text();
    var isOrdered = from.compareTo(to) <= 0;
    var start = maybe(isOrdered ? from : to);
    var end = maybe(isOrdered ? to : from);
    return new GrantedKeys(
        start, start.flatMap(given -> maybe(text())), end, end.flatMap(given -> maybe(text())));
  }

  private Optional<String> maybe(String text) {
    return random.nextInt(4) == 0 ? Optional.empty() : Optional.of(text);
  }

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private Filter filter(int depth) {
    return switch (random.nextInt(depth == 0 ? 3 : 6)) {
      case 0 -> new Filter.Comparison(key(), operator(), new EdmString(text()));
      case 1 -> new Filter.TextTest(key(), false, TextMatch.STARTS_WITH, text());
      case 2 -> new Filter.Comparison("Age", operator(), new EdmInt32(random.nextInt(3)));
      case 3 -> new Filter.Not(filter(depth - 1));
      case 4 -> new Filter.And(List.of(filter(depth - 1), filter(depth - 1)));
      default -> new Filter.Or(List.of(filter(depth - 1), filter(depth - 1)));
    };
  }

  private String key() {
    return random.nextBoolean() ? "PartitionKey" : "RowKey";
  }

  private Operator operator() {
    return OPERATORS.get(random.nextInt(OPERATORS.size()));
  }
}
