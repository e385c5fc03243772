package io.weir.pattern.tutorial;

import static io.weir.pattern.filter.Condition.partitionKey;
import static io.weir.pattern.filter.Condition.rowKey;
import static io.weir.pattern.filter.Condition.where;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.index.IndexState;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.encryption.AesWrappingKey;
import io.weir.pattern.encryption.KeyRing;
import io.weir.pattern.key.CompoundKey;
import io.weir.pattern.key.CompoundKeyReader;
import io.weir.pattern.typed.Encrypted;
import io.weir.pattern.typed.EntityType;
import io.weir.pattern.typed.EntityVersion;
import io.weir.pattern.typed.Index;
import io.weir.pattern.typed.JsonText;
import io.weir.pattern.typed.PartitionKey;
import io.weir.pattern.typed.RowKey;
import io.weir.pattern.typed.TypedTable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.util.retry.Retry;

/**
 * The tutorial: read it from the top. It works with any table service, which {@link #weir()}
 * returns. An application connects to one with
 *
 * <pre>{@code
 * var weir = WeirClient.builder().endpoint("http://127.0.0.1:10002/devstoreaccount1").connect();
 * }</pre>
 *
 * <p>Nothing happens before something subscribes. These examples wait with {@code block}, as a main
 * method may; a reactive application returns the publisher.
 */
public interface Tutorial {

  /** Returns the service. It has none of the tables below; each step creates its own. */
  TableService weir();

  /**
   * A table holds entities: two keys, and properties without a schema. Queries return entities
   * sorted by their keys.
   */
  @Test
  default void step1_entities() {
    var birds = new TableName("Birds");
    weir().createTable(birds).block();

    weir()
        .write(
            birds,
            new Write.Insert(Entity.builder("Owls", "2").set("Name", "Minerva").build()))
        .block();
    weir()
        .write(
            birds,
            new Write.Upsert(
                Entity.builder("Owls", "1")
                    .set("Name", "Athena")
                    .set("Weight", 0.19)
                    .build(),
                WriteMode.REPLACE))
        .block();

    var names = weir()
        .query(birds, Query.ALL.where("PartitionKey eq 'Owls'"))
        .map(owl -> owl.getString("Name").orElse("?"))
        .collectList()
        .block();
    assertThat(names).containsExactly("Athena", "Minerva");
  }

  /** A batch changes entities of one partition together: all of it is carried out, or nothing. */
  @Test
  default void step2_batches() {
    var accounts = new TableName("Accounts");
    weir().createTable(accounts).block();
    var opened = Batch.of(
        new Write.Insert(Entity.builder("bank", "ada").set("Cents", 100L).build()),
        new Write.Insert(Entity.builder("bank", "bob").set("Cents", 0L).build()));
    weir().submit(accounts, opened).block();

    var ada = weir().get(accounts, opened.writes().get(0).key()).block();
    var transfer = Batch.of(
        new Write.Update(
            Entity.builder("bank", "ada").set("Cents", 40L).build(),
            WriteMode.REPLACE,
            IfMatch.version(ada.etag().orElseThrow())),
        new Write.Update(
            Entity.builder("bank", "bob").set("Cents", 60L).build(),
            WriteMode.REPLACE,
            IfMatch.ANY));
    weir().submit(accounts, transfer).block();

    weir()
        .submit(accounts, transfer)
        .as(StepVerifier::create)
        .verifyErrorMatches(failure -> failure instanceof PreconditionFailedException refused
            && refused.failedOperation() == 0);
  }

  /**
   * Annotations name the fields of a record that are keys. Every other field is a property of the
   * same type.
   */
  @Test
  default void step3_records() {
    var printed = new ByteArrayOutputStream();
    typed(weir(), new PrintStream(printed, true, StandardCharsets.UTF_8));

    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("3 at 2026-05-02T00:00:00Z", "5 at 2026-05-01T00:00:00Z");
  }

  /** The example of the front page. */
  private static void typed(TableService weir, PrintStream out) {
    // snippet
    record Sighting(
        @PartitionKey String species,
        @RowKey(newestFirst = true) Instant at,
        int birds,
        @EntityVersion String version) {}

    var sightings = TypedTable.of(weir, "Sightings", Sighting.class);
    var may = Instant.parse("2026-05-01T00:00:00Z");

    sightings
        .createIfAbsent()
        .then(sightings.insert(new Sighting("Owl", may, 4, null)))
        .map(stored -> new Sighting("Owl", may, 5, stored.version()))
        .flatMap(sightings::replace)
        .then(sightings.insert(new Sighting("Owl", may.plus(Duration.ofDays(1)), 3, null)))
        .thenMany(sightings.query(partitionKey().is("Owl").and(where("birds").gt(2))))
        .doOnNext(seen -> out.println(seen.birds() + " at " + seen.at()))
        .blockLast();
    // end of snippet
  }

  /**
   * A change in place says how properties change, and perhaps on which condition. The service
   * computes the values, so writers never conflict.
   */
  @Test
  default void step4_changes() {
    var printed = new ByteArrayOutputStream();
    changed(weir(), new PrintStream(printed, true, StandardCharsets.UTF_8));

    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("1 left", "0 left", "sold out");
  }

  /** The example of changes in place. */
  private static void changed(TableService weir, PrintStream out) {
    // snippet
    record Shelf(@PartitionKey String shop, @RowKey String item, int left) {}

    var shelves = TypedTable.of(weir, "Shelves", Shelf.class);
    var sellOne = shelves
        .change(new EntityKey("Oslo", "lamp"))
        .add(Shelf::left, -1)
        .when(shelves.property(Shelf::left).ge(1))
        .apply()
        .map(lamps -> lamps.left() + " left")
        .onErrorReturn(PreconditionFailedException.class, "sold out");

    shelves
        .createIfAbsent()
        .then(shelves.insert(new Shelf("Oslo", "lamp", 2)))
        .thenMany(Flux.range(0, 3).concatMap(customer -> sellOne))
        .doOnNext(out::println)
        .blockLast();
    // end of snippet
  }

  /**
   * What no change says, a program reads, decides and writes. The write requires the version that
   * was read: the second of two writers has to read again. Every service can do this.
   */
  @Test
  default void step4_versions() {
    record Stock(
        @PartitionKey String shop,
        @RowKey String item,
        int left,
        @EntityVersion String version) {
      Stock sell(int count) {
        return new Stock(shop, item, left - count, version);
      }
    }

    var stock = TypedTable.of(weir(), "Stock", Stock.class);
    stock
        .createIfAbsent()
        .then(stock.insert(new Stock("Oslo", "lamp", 10, null)))
        .block();

    var sellOne = stock
        .get("Oslo", "lamp")
        .map(lamps -> lamps.sell(1))
        .flatMap(stock::replace)
        .retryWhen(Retry.indefinitely().filter(PreconditionFailedException.class::isInstance));
    Flux.range(0, 10).flatMap(customer -> sellOne).blockLast();

    assertThat(stock.get("Oslo", "lamp").map(Stock::left).block()).isZero();
  }

  /**
   * Keys of several parts sort by the first part, then by the second, and can be split into their
   * parts again.
   */
  @Test
  default void step5_keys() {
    record Measured(@PartitionKey String site, @RowKey String key, double celsius) {}

    var table = TypedTable.of(weir(), "Measured", Measured.class);
    table.createIfAbsent().block();
    for (var sensor : List.of(9, 10)) {
      for (var hour = 0; hour < 3; hour++) {
        var key = CompoundKey.of("indoor").then(sensor).then(Instant.EPOCH.getEpochSecond() + hour);
        table.insert(new Measured("Oslo", key.text(), 20 + hour)).block();
      }
    }

    var ninth = partitionKey()
        .is("Oslo")
        .and(rowKey().within(CompoundKey.of("indoor").then(9).prefix()));
    assertThat(table.query(ninth).collectList().block())
        .extracting(Measured::celsius)
        .containsExactly(20.0, 21.0, 22.0);

    var last = table.query(Query.ALL.descending().top(1)).blockLast();
    var key = CompoundKeyReader.of(last.key());
    assertThat(key.text()).isEqualTo("indoor");
    assertThat(key.int32()).isEqualTo(10);
    assertThat(key.int64()).isEqualTo(2);
  }

  /**
   * A stream is read as fast as the subscriber requests it. A subscriber that has enough stops the
   * scan.
   */
  @Test
  default void step6_demand() {
    record Line(
        @PartitionKey String log, @RowKey(digits = 6) int number, String text) {}
    record Text(String text) {}

    var lines = TypedTable.of(weir(), "Lines", Line.class);
    lines.createIfAbsent().block();
    Flux.range(0, 50)
        .concatMap(i -> lines.insert(new Line("app", i, "line " + i)))
        .blockLast();

    StepVerifier.create(lines.as(Text.class).query(), 2)
        .expectNext(new Text("line 0"), new Text("line 1"))
        .thenRequest(1)
        .expectNext(new Text("line 2"))
        .thenCancel()
        .verify();
  }

  /**
   * Different types may share a table, a partition, and therefore a batch. A sealed type lists
   * them.
   */
  sealed interface Document {
    /** An order, under its number. */
    record Order(
        @PartitionKey String customer,
        @RowKey String id,
        @JsonText List<String> items) implements Document {}

    /** The bill of an order. */
    record Bill(@PartitionKey String customer, @RowKey String id, long cents) implements Document {}
  }

  /** See {@link Document}. */
  @Test
  default void step7_families() {
    var type = EntityType.of(Document.class);
    var documents = TypedTable.of(weir(), "Documents", type);
    documents.createIfAbsent().block();
    var order = new Document.Order("ada", "order-1", List.of("lamp", "bulb"));
    var bill = new Document.Bill("ada", "bill-1", 1999);

    weir()
        .submit(
            new TableName("Documents"),
            Batch.of(new Write.Insert(type.toEntity(order)), new Write.Insert(type.toEntity(bill))))
        .block();

    assertThat(documents.query().collectList().block()).containsExactly(bill, order);
  }

  /**
   * The client encrypts properties that the service must not see, with keys that it never sends.
   */
  @Test
  default void step8_secrets() {
    record Patient(
        @PartitionKey String ward,
        @RowKey String id,
        @Encrypted String illness) {}

    var wrappingKey = AesWrappingKey.of("2026", new byte[32]); // A vault provides the real key.
    var patients = TypedTable.encrypted(
        weir(), "Patients", EntityType.of(Patient.class), KeyRing.of(wrappingKey));
    var ada = new Patient("W1", "1", "flu");
    patients.createIfAbsent().then(patients.insert(ada)).block();

    assertThat(patients.get("W1", "1").block()).isEqualTo(ada);
    var stored =
        weir().query(new TableName("Patients"), Query.ALL.select("illness")).blockFirst();
    assertThat(stored.getString("illness")).isEmpty();
    assertThat(stored.getBinary("illness")).isPresent();
  }

  /**
   * An index finds entities by other properties than their keys, and gives their order. The type
   * declares it.
   */
  @Test
  default void step9_indexes() {
    var printed = new ByteArrayOutputStream();
    indexed(weir(), new PrintStream(printed, true, StandardCharsets.UTF_8));

    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("Starling 900", "Owl 4", "2 flocks of more than 3");
  }

  /** The example of indexes. */
  private static void indexed(TableService weir, PrintStream out) {
    // snippet
    @Index(name = "bySize", properties = "birds")
    record Flock(@PartitionKey String species, @RowKey String place, int birds) {}

    var flocks = TypedTable.of(weir, "Flocks", Flock.class);
    var readable = weir.indexes(new TableName("Flocks"))
        .filter(all -> all.stream().allMatch(index -> index.state() == IndexState.READABLE))
        .repeatWhenEmpty(again -> again.delayElements(Duration.ofMillis(20)));

    flocks
        .createIfAbsent()
        .then(flocks.ensureIndexes())
        .then(flocks.insert(new Flock("Owl", "Oslo", 4)))
        .then(flocks.insert(new Flock("Heron", "Oslo", 1)))
        .then(flocks.insert(new Flock("Starling", "Rome", 900)))
        .then(readable)
        .thenMany(flocks.orderBy("birds desc").top(2).values())
        .doOnNext(flock -> out.println(flock.species() + " " + flock.birds()))
        .then(flocks.count(where("birds").gt(3)))
        .doOnNext(count -> out.println(count + " flocks of more than 3"))
        .block();
    // end of snippet
  }
}
