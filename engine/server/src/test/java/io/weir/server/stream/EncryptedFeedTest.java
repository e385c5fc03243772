package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.weir.api.AccountName;
import io.weir.api.ConsumerName;
import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Change;
import io.weir.api.FeedScope;
import io.weir.api.FeedSettings;
import io.weir.api.FeedStart;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.contract.BeforeImageContract;
import io.weir.api.contract.ConsumerContract;
import io.weir.api.edm.EdmBinary;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.pattern.encryption.AesWrappingKey;
import io.weir.pattern.encryption.DecryptionException;
import io.weir.pattern.encryption.EncryptingTableService;
import io.weir.pattern.encryption.HiddenProperties;
import io.weir.pattern.encryption.KeyRing;
import io.weir.server.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** The change feed of a service with hidden properties is that of the service, decrypted. */
final class EncryptedFeedTest implements ConsumerContract, BeforeImageContract {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final AtomicInteger NUMBER = new AtomicInteger();

  @TempDir
  static Path folder;

  private static EmbeddedLoops loops;
  private static Engine engine;
  private static TestServer server;
  private static WeirClient plain;
  private static EncryptingTableService encrypted;

  private final TableName patients = new TableName("Patients" + NUMBER.incrementAndGet());

  @BeforeAll
  static void start() throws IOException {
    loops = EmbeddedLoops.start(2);
    engine = Engine.open(
        StoreOptions.in(folder).withSegmentBytes(16 << 20).withPartitionGroups(4), loops.loops());
    server = TestServer.over(engine.account(AccountName.DEVELOPMENT));
    plain = Clients.of(server.port());
    encrypted = encrypted(1);
  }

  private static EncryptingTableService encrypted(int keyByte) {
    var key = new byte[32];
    key[0] = (byte) keyByte;
    return EncryptingTableService.over(
        plain, KeyRing.of(AesWrappingKey.of("k1", key)), HiddenProperties.of("Illness"));
  }

  @AfterAll
  static void stop() throws IOException {
    Clients.close(plain);
    server.close();
    engine.close();
    loops.close();
  }

  @Override
  public TableService service() {
    return encrypted;
  }

  private static Entity patient(String rowKey, String illness) {
    return Entity.builder("ward", rowKey).set("Bed", 7).set("Illness", illness).build();
  }

  private void write(Write write) {
    encrypted.write(patients, write).block(PATIENCE);
  }

  private List<FeedItem> items(Flux<FeedItem> feed, Class<? extends FeedItem> kind, int most) {
    return feed.filter(kind::isInstance).take(most).collectList().block(PATIENCE);
  }

  private static Optional<String> illness(Optional<Entity> image) {
    return image.flatMap(entity -> entity.getString("Illness"));
  }

  @Test
  void imagesAfterAndBeforeAChangeAreDecrypted() {
    create(true);
    write(new Write.Insert(patient("1", "flu")));
    write(new Write.Update(patient("1", "well"), WriteMode.REPLACE, IfMatch.ANY));
    write(new Write.Delete(new EntityKey("ward", "1"), IfMatch.ANY));

    var changes = items(
            encrypted.changes(FeedScope.of(patients), FeedStart.since(Instant.EPOCH)),
            Change.class,
            3)
        .stream()
        .map(Change.class::cast)
        .toList();

    assertThat(changes)
        .extracting(
            change -> illness(change.after()), change -> illness(change.before().entity()))
        .containsExactly(
            tuple(Optional.of("flu"), Optional.empty()),
            tuple(Optional.of("well"), Optional.of("flu")),
            tuple(Optional.empty(), Optional.of("well")));
    assertThat(changes.get(0).after().orElseThrow().toMap().keySet())
        .isEqualTo(patient("1", "").toMap().keySet());
    assertThat(changes.get(1).after().orElseThrow())
        .extracting(Entity::timestampTicks)
        .isEqualTo(changes.get(1).timestamp().ticks());
    assertThat(stored(FeedStart.since(Instant.EPOCH)).get("Illness"))
        .containsInstanceOf(EdmBinary.class);
  }

  /** Returns what the service itself reports first. */
  private Entity stored(FeedStart from) {
    var first = (Change)
        items(plain.changes(FeedScope.of(patients), from), Change.class, 1).get(0);
    return first.after().orElseThrow();
  }

  private void create(boolean beforeImages) {
    encrypted
        .createTable(patients)
        .then(encrypted.set(patients, TableSetting.FEED, new FeedSettings(beforeImages)))
        .block(PATIENCE);
    assertThat(encrypted.setting(patients, TableSetting.FEED).block(PATIENCE).beforeImages())
        .isEqualTo(beforeImages);
  }

  @Test
  void aFeedContinuesAfterATokenAndReportsRangesAndCheckpoints() {
    create(false);
    write(new Write.Insert(patient("1", "flu")));
    write(new Write.Insert(patient("2", "cold")));
    var scope = FeedScope.of(patients);
    var first = items(encrypted.changes(scope, FeedStart.since(Instant.EPOCH)), Change.class, 1)
        .get(0);
    encrypted.deleteRange(patients, Filter.ALL).block(PATIENCE);

    var rest = encrypted
        .changes(scope, FeedStart.after(first.token()))
        .takeUntil(FeedItem.RangeRemoved.class::isInstance)
        .collectList()
        .block(PATIENCE);

    assertThat(rest.stream().map(Object::getClass).collect(Collectors.toSet()))
        .contains(FeedItem.Checkpoint.class, Change.class, FeedItem.RangeRemoved.class);
    assertThat(rest.stream()
            .filter(Change.class::isInstance)
            .map(item -> illness(((Change) item).after())))
        .contains(Optional.of("cold"));
  }

  @Test
  void aConsumerReadsOnDecrypted() {
    create(false);
    var name = new ConsumerName("ward-" + NUMBER.incrementAndGet());
    encrypted.consumers().create(name, Optional.of(patients), FeedStart.NOW).block(PATIENCE);
    write(new Write.Insert(patient("1", "flu")));
    write(new Write.Insert(patient("2", "cold")));

    var first = items(encrypted.changes(name, Filter.ALL), Change.class, 1).get(0);
    encrypted.consumers().advance(name, 1, first.token()).block(PATIENCE);
    var second = items(encrypted.changes(name, Filter.ALL), Change.class, 1).get(0);

    assertThat(illness(((Change) first).after())).contains("flu");
    assertThat(illness(((Change) second).after())).contains("cold");
  }

  @Test
  void aFilterOnAHiddenPropertyIsRefused() {
    create(false);
    var scope = FeedScope.of(patients).where(FilterParser.parse("Illness eq 'flu'"));

    assertThatThrownBy(() -> encrypted.changes(scope, FeedStart.NOW).blockFirst(PATIENCE))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("filter=hiddenProperty property=Illness");
  }

  @Test
  void aChangeThatCannotBeDecryptedFailsAsAQueryDoesAfterTheEarlierItems() {
    create(false);
    encrypted(2)
        .write(
            patients, new Write.Insert(Entity.builder("ward", "0").set("Bed", 1).build()))
        .block(PATIENCE);
    write(new Write.Insert(patient("1", "flu")));

    var otherKey = encrypted(2).changes(FeedScope.of(patients), FeedStart.BEGINNING);

    otherKey
        .ofType(Change.class)
        .map(change -> change.key().rowKey())
        .as(StepVerifier::create)
        .expectNext("0")
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(
                DecryptionException.class,
                wrong ->
                    assertThat(wrong.reason()).isEqualTo(DecryptionException.Reason.WRONG_KEY)))
        .verify(PATIENCE);
  }

  @Test
  void aBeforeImageThatCannotBeDecryptedFails() {
    create(true);
    write(new Write.Insert(patient("1", "flu")));
    var start = FeedStart.after(items(
            encrypted.changes(FeedScope.of(patients), FeedStart.NOW), FeedItem.Checkpoint.class, 1)
        .get(0)
        .token());
    write(new Write.Delete(new EntityKey("ward", "1"), IfMatch.ANY));

    encrypted(2)
        .changes(FeedScope.of(patients), start)
        .ofType(Change.class)
        .as(StepVerifier::create)
        .expectError(DecryptionException.class)
        .verify(PATIENCE);
  }
}
