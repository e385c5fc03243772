package io.weir.engine;

import static io.weir.engine.TestStore.PATIENCE;
import static io.weir.engine.TestStore.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.contract.ModelOrder;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.SortProperty;
import io.weir.engine.index.EntryEncoder;
import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.UpkeepCommand;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/**
 * Any plan of a random query answers as a table scan does, in pages, as a stream, and counted. The
 * trees hold entries that no entity has, as after a removal of ranges.
 */
class IndexedQueryProperties {

  private static final int QUERIES = 250;

  private static final List<EdmValue> VALUES = List.of(
      new EdmInt32(-1),
      new EdmInt32(0),
      new EdmInt32(1),
      new EdmInt64(1L << 53),
      new EdmInt64((1L << 53) + 1),
      new EdmInt64(-(1L << 53) - 1),
      new EdmInt64(Long.MAX_VALUE),
      new EdmDouble(0x1p53),
      new EdmDouble(-0.0),
      new EdmDouble(0.5),
      new EdmDouble(Double.NaN),
      new EdmDouble(Double.POSITIVE_INFINITY),
      new EdmString(""),
      new EdmString("a"),
      new EdmString("ab"),
      new EdmString("\u0001"),
      new EdmString("\uFF5A"),
      new EdmString("😀"),
      new EdmBoolean(true),
      new EdmBoolean(false));

  /** Texts that an entry keeps only in part: the first ones agree in the kept bytes. */
  private static final List<EdmValue> LONG = Stream.of(
          "x".repeat(2_000) + "a",
          "x".repeat(2_000) + "b",
          "x".repeat(2_000),
          "x".repeat(100),
          "x".repeat(439) + "y",
          "y")
      .map(text -> (EdmValue) new EdmString(text))
      .toList();

  private static final List<IndexDefinition> DEFINITIONS = List.of(
      IndexDefinition.of("byV", "V").sparsely(),
      IndexDefinition.of(
              "vDownA", List.of(SortProperty.descending("V"), SortProperty.ascending("A")))
          .sparsely(),
      IndexDefinition.of(
          "aVDown", List.of(SortProperty.ascending("A"), SortProperty.descending("V"))),
      IndexDefinition.of("allV", "V"),
      IndexDefinition.of("partial", "A").where("V ge 0").sparsely(),
      IndexDefinition.of("partialAll", List.of(SortProperty.descending("A")))
          .where("PartitionKey ge 'p2'"),
      IndexDefinition.of("byL", "L").sparsely(),
      IndexDefinition.of(
          "lDownA", List.of(SortProperty.descending("L"), SortProperty.ascending("A"))),
      IndexDefinition.of(
          "rowDown", List.of(SortProperty.descending("RowKey"), SortProperty.ascending("A"))));

  @TempDir
  Path folder;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withSegmentBytes(16 << 20));
    store.create();
    DEFINITIONS.forEach(definition -> store.declare(definition));
    store.awaitIndexes();
    var random = new Random(11);
    for (var i = 0; i < 400; i++) {
      store.upsert(entity(random, "p" + random.nextInt(6), "r" + random.nextInt(200)));
    }
    for (var index : indexes()) {
      addGarbage(index, random);
    }
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void anyPlanAnswersInTheOrderOfKeysAsATableScanDoes() {
    for (var seed = 0; seed < QUERIES; seed++) {
      var random = new Random(seed);
      var query = Query.ALL.where(filter(random, 3));
      query = switch (random.nextInt(3)) {
        case 0 -> query.descending();
        case 1 -> query.unordered();
        default -> query;
      };
      var expected = rows(query.hint(IndexHint.NONE));

      assertSame(query, expected, random, seed);
      for (var definition : DEFINITIONS) {
        var forced = query.hint(IndexHint.force(definition.name()));
        if (canAnswer(forced)) {
          assertSame(forced, expected, random, seed);
        }
      }
    }
  }

  @Test
  void anyIndexThatServesAnOrderAnswersAsASortedTableScanDoes() {
    var served = 0;
    for (var seed = 0; seed < QUERIES; seed++) {
      var random = new Random(seed);
      var definition = DEFINITIONS.get(random.nextInt(DEFINITIONS.size()));
      if (definition.properties().get(0).name().equals("L")) {
        continue; // entities whose values agree in the kept bytes are in the order of keys
      }
      var backwards = random.nextBoolean();
      var order = definition.properties().stream()
          .map(property -> backwards ? property.reversed() : property)
          .toList();
      var query = Query.ALL
          .where(coveredFilter(random, definition))
          .orderBy(order)
          .hint(IndexHint.force(definition.name()));
      if (query.order().isEmpty() || !canAnswer(query)) {
        continue;
      }
      served++;
      var comparator = ModelOrder.of(definition.properties());
      var expected = scanned(query).stream()
          .sorted(backwards ? comparator.reversed() : comparator)
          .map(Entity::key)
          .toList();

      assertSame(query, expected, random, seed);
    }
    assertThat(served).isGreaterThan(QUERIES / 4);
  }

  @Test
  void anOrderByTheFirstPropertiesIsServedByAnyIndexOrRefused() {
    for (var seed = 0; seed < QUERIES; seed++) {
      var random = new Random(seed);
      var order = List.of(
          random.nextBoolean() ? SortProperty.ascending("V") : SortProperty.descending("A"));
      var query = Query.ALL.where(filter(random, 2)).orderBy(order);
      if (!canAnswer(query)) {
        continue;
      }

      var answer = answered(query);

      assertThat(answer).as("seed %d of %s", seed, query).isSortedAccordingTo(byValues(order));
      assertThat(answer.stream().map(Entity::key).sorted().toList())
          .as("seed %d of %s", seed, query)
          .isEqualTo(scanned(query).stream().map(Entity::key).sorted().toList());
    }
  }

  // ---- steps

  private void assertSame(Query query, List<EntityKey> expected, Random random, int seed) {
    var name = "seed " + seed + " of " + query;
    assertThat(rows(query)).as("stream, " + name).isEqualTo(expected);
    assertThat(pages(query.top(1 + random.nextInt(20)))).as("pages, " + name).isEqualTo(expected);
    var top = random.nextInt(expected.size() + 2);
    assertThat(rows(query.top(top)))
        .as("top " + top + ", " + name)
        .isEqualTo(expected.subList(0, Math.min(top, expected.size())));
    assertThat(count(query)).as("count, " + name).isEqualTo(expected.size());
    assertThat(count(query.top(top)))
        .as("count of top " + top + ", " + name)
        .isEqualTo(Math.min(top, expected.size()));
    var first = Objects.requireNonNull(store
        .tables()
        .page(TABLE, query.top(Math.max(1, expected.size() / 2)))
        .block(PATIENCE));
    if (first.next() != null) {
      var rest = expected.subList(first.items().size(), expected.size());
      assertThat(rows(query.from(first.next()))).as("rest, " + name).isEqualTo(rest);
      assertThat(count(query.from(first.next()))).as("count, " + name).isEqualTo(rest.size());
    }
  }

  private long count(Query query) {
    return Objects.requireNonNull(store.tables().count(TABLE, query).block(PATIENCE))
        .returned();
  }

  private List<EntityKey> rows(Query query) {
    return answered(query).stream().map(Entity::key).toList();
  }

  private List<Entity> answered(Query query) {
    return Objects.requireNonNull(store.tables().stream(TABLE, query)
        .ofType(StreamItem.Row.class)
        .map(StreamItem.Row::entity)
        .collectList()
        .block(PATIENCE));
  }

  private List<Entity> scanned(Query query) {
    return answered(Query.ALL.where(query.filter()).hint(IndexHint.NONE));
  }

  private List<EntityKey> pages(Query query) {
    var found = new ArrayList<EntityKey>();
    Continuation next = null;
    do {
      var page =
          Objects.requireNonNull(store.tables().page(TABLE, query.from(next)).block(PATIENCE));
      page.items().forEach(entity -> found.add(entity.key()));
      next = page.next() == null ? null : Continuation.parse(page.next().encode());
    } while (next != null);
    return found;
  }

  /** Whether an index can answer. A refusal is {@code InvalidInput} and nothing else. */
  private boolean canAnswer(Query query) {
    try {
      store.tables().page(TABLE, query.top(1)).block(PATIENCE);
      return true;
    } catch (InvalidRequestException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT);
      return false;
    }
  }

  private static Comparator<Entity> byValues(List<SortProperty> order) {
    return (one, other) -> {
      for (var property : order) {
        var compared = ModelOrder.compare(one.get(property.name()), other.get(property.name()));
        if (compared != 0) {
          return property.descending() ? -compared : compared;
        }
      }
      return 0;
    };
  }

  // ---- data

  private static Entity entity(Random random, String partition, String row) {
    var entity = Entity.builder(partition, row);
    if (random.nextInt(4) > 0) {
      entity.set("V", any(VALUES, random));
    }
    if (random.nextInt(5) > 0) {
      entity.set("A", random.nextInt(4));
    }
    if (random.nextInt(3) > 0) {
      entity.set("L", any(LONG, random));
    }
    return entity.build();
  }

  private static <T> T any(List<T> from, Random random) {
    return from.get(random.nextInt(from.size()));
  }

  private List<TableIndex> indexes() {
    return Objects.requireNonNull(
            store.engine().store().catalog().find(AccountName.DEVELOPMENT, TABLE))
        .indexes();
  }

  /**
   * Adds entries of absent entities, and entries with values that existing entities do not have.
   */
  private void addGarbage(TableIndex index, Random random) {
    var engine = store.engine().store();
    var encoder = new EntryEncoder(index);
    var tableId = Objects.requireNonNull(engine.catalog().find(AccountName.DEVELOPMENT, TABLE))
        .id();
    var byGroup = IntStream.range(0, engine.shards().size())
        .mapToObj(group -> new ArrayList<byte[]>())
        .toList();
    for (var i = 0; i < 300; i++) {
      var other = entity(random, "p" + random.nextInt(7), "r" + random.nextInt(300));
      var treeKey = TreeKeys.of(tableId, other.key().encoded());
      var encoded = other.encoded();
      var keyBytes = TreeKeys.TABLE_BYTES + other.keyLengthBytes();
      var stored = Arrays.copyOfRange(encoded, keyBytes, encoded.length);
      var group = engine.groups().ofTreeKey(treeKey);
      var entry = encoder.entry(treeKey, stored, group);
      if (entry != null) {
        byGroup.get(group).add(entry);
      }
    }
    for (var group = 0; group < byGroup.size(); group++) {
      var entries = byGroup.get(group);
      var shard = engine.shards().get(group);
      Mono.<Long>create(sink -> shard.offer(new UpkeepCommand(
              index.id(),
              true,
              (tree, changes) -> entries.forEach(entry -> changes.put(entry, new byte[0])),
              new CommandReply() {
                @Override
                public void done(long timestampTicks) {
                  sink.success(timestampTicks);
                }

                @Override
                public void failed(TableServiceException failure) {
                  sink.error(failure);
                }
              })))
          .block(PATIENCE);
    }
  }

  // ---- filters

  private static Filter coveredFilter(Random random, IndexDefinition definition) {
    var operands = new ArrayList<Filter>();
    operands.add(definition.where());
    definition.properties().stream()
        .filter(property -> property.name().length() == 1)
        .forEach(property -> operands.add(comparison(random, property.name())));
    if (random.nextBoolean()) {
      operands.add(filter(random, 2));
    }
    return operands.size() == 1 ? operands.get(0) : new Filter.And(operands);
  }

  private static Filter filter(Random random, int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return comparison(
          random, any(List.of("V", "V", "A", "A", "L", "PartitionKey", "RowKey"), random));
    }
    var operands = IntStream.range(0, 2 + random.nextInt(2))
        .mapToObj(i -> filter(random, depth - 1))
        .toList();
    return switch (random.nextInt(7)) {
      case 0, 1, 2 -> new Filter.And(operands);
      case 3, 4, 5 -> new Filter.Or(operands);
      default -> new Filter.Not(operands.get(0));
    };
  }

  private static Filter comparison(Random random, String property) {
    var operator =
        random.nextInt(3) == 0 ? Operator.EQUAL : any(List.of(Operator.values()), random);
    return new Filter.Comparison(property, operator, literal(random, property));
  }

  private static EdmValue literal(Random random, String property) {
    return switch (property) {
      case "A" -> random.nextInt(8) == 0 ? any(VALUES, random) : new EdmInt32(random.nextInt(4));
      case "L" -> any(LONG, random);
      case "PartitionKey" -> new EdmString("p" + random.nextInt(6));
      case "RowKey" -> new EdmString("r" + random.nextInt(200));
      default -> any(VALUES, random);
    };
  }
}
