package io.weir.server.value;

import static io.weir.server.value.ValueClient.PHOTO;
import static io.weir.server.value.ValueClient.bytes;
import static io.weir.server.value.ValueClient.code;
import static io.weir.server.value.ValueClient.tag;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.pattern.large.LargeValues;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import java.io.InputStream;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Values that other writers replace meanwhile, a service that is busy or out of memory, partitions
 * with many uploads, and forged rows.
 */
final class ContestedValuesTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final EntityKey KEY = new EntityKey("p", "r!photo");
  private static final int CHUNK = LargeValues.LARGEST_CHUNK_BYTES;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ModelTableService model = new ModelTableService();
  private final ScriptedTables tables = new ScriptedTables(model);
  private final LargeValues library = LargeValues.of(model, BIRDS);
  private TestServer server;
  private ValueClient client;

  @BeforeEach
  void start() {
    tables.createTable(BIRDS).block(PATIENCE);
    serve(ServerOptions.builder());
  }

  private void serve(ServerOptions.Builder options) {
    server = TestServer.over(tables, () -> true, options.port(0).build());
    client = new ValueClient(server, Version.HTTP_1_1);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aValueThatIsReplacedBeforeItsFirstByteIsAnsweredAsTheNewOne() {
    client.put(PHOTO, bytes(10));
    var replacements = replaceBeforeQueries(3);

    var read = client.get(PHOTO);

    assertThat(read.statusCode()).isEqualTo(200);
    assertThat(read.body()).isEqualTo(bytes(1_003));
    assertThat(replacements).hasValue(3);
  }

  @Test
  void aValueThatIsReplacedAgainAndAgainIsBusy() {
    client.put(PHOTO, bytes(10));
    var replacements = replaceBeforeQueries(Integer.MAX_VALUE);

    var refused = client.get(PHOTO);

    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(new String(refused.body(), UTF_8)).contains("value=replacedRepeatedly");
    assertThat(replacements).hasValue(8);
  }

  @Test
  void aConditionIsCheckedAgainAfterAReplacement() {
    var tag = tag(client.put(PHOTO, bytes(10)));
    replaceBeforeQueries(1);

    var refused = client.get(PHOTO, "If-Match", tag);

    assertThat(refused.statusCode()).isEqualTo(412);
    assertThat(new String(refused.body(), UTF_8)).contains("value=ofOtherVersion");
  }

  static Stream<TableServiceException> passingFailures() {
    return Stream.of(
        new ServiceBusyException("reason=test"),
        new ServiceFailedException(ErrorCode.OPERATION_TIMED_OUT, "", null));
  }

  @ParameterizedTest
  @MethodSource("passingFailures")
  void aServiceThatFailsKeepsTheStoredPartOfAPut(TableServiceException failure) {
    tables.failure = Optional.of(failure);

    var refused = client.put(PHOTO, bytes(4 * CHUNK));

    tables.failure = Optional.empty();
    assertThat(code(refused)).isEqualTo(failure.code().code());
    assertThat(library.uploads(KEY).collectList().block(PATIENCE))
        .singleElement()
        .satisfies(upload -> assertThat(upload.position()).isEqualTo(3 * CHUNK));
  }

  @Test
  void readersHoldAChunkOfRequestMemoryEach() throws Exception {
    server.close();
    serve(ServerOptions.builder().bodyLimitBytes(64 << 10).memoryLimitBytes(4L << 20));
    library.put(KEY, Flux.range(0, 80).map(i -> ByteBuffer.wrap(bytes(CHUNK)))).block(PATIENCE);
    var readers = new ArrayList<InputStream>();
    for (var i = 0; i < 4; i++) {
      readers.add(begin());
    }

    var refused = client.get(PHOTO);
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    assertThat(new String(refused.body(), UTF_8)).contains("reason=requestMemory");
    assertThat(client.get(PHOTO, "Range", "bytes=0-9").statusCode())
        .as("a part that fits")
        .isEqualTo(206);

    for (var reader : readers) {
      reader.close();
    }
    awaitMemory();
  }

  @Test
  void aWriteLooksAtSomeUploadsOfItsPartitionOnly() {
    Flux.range(0, 3 * Housekeeping.LOOKED_AT)
        .concatMap(i -> library.announce(library.begin(new EntityKey("p", "r" + i))))
        .blockLast(PATIENCE);
    tables.read.set(0);

    client.put(PHOTO, bytes(1));

    assertThat(tables.read.get()).isEqualTo(Housekeeping.LOOKED_AT);
  }

  @Test
  void aForgedUploadCostsNoMemory() {
    var id = new UUID(1, 2);
    var row = Entity.builder("p", "~upload!r\"1photo!" + id)
        .set("State", "OPEN")
        .set("Position", 0L)
        .set("ChunkBytes", Integer.MAX_VALUE);
    model.write(BIRDS, new Write.Insert(row.build())).block(PATIENCE);

    var refused = client.append(PHOTO + "?comp=upload&id=" + id, 0, true, bytes(5));

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(new String(refused.body(), UTF_8)).contains("expected=rowOfUpload");
    assertThat(new String(client.get(PHOTO + "?comp=uploads").body(), UTF_8))
        .isEqualTo("{\"value\":[]}");
  }

  @Test
  void aForgedHeadIsNoValue() {
    var head = Entity.builder("p", "r!photo")
        .set("ContentLength", 5L)
        .set("Sha256", "0f".repeat(32))
        .set("Generation", new UUID(1, 2))
        .set("ChunkBytes", 0);
    model.write(BIRDS, new Write.Insert(head.build())).block(PATIENCE);

    assertThat(client.get(PHOTO).statusCode()).isEqualTo(400);
    assertThat(new String(client.put(PHOTO, bytes(5)).body(), UTF_8))
        .contains("expected=headOfLargeValue");
  }

  /** Replaces the value before each of the next queries, each time by a longer one. */
  private AtomicInteger replaceBeforeQueries(int queries) {
    var replaced = new AtomicInteger();
    tables.beforeQuery = Mono.defer(() -> replaced.get() == queries
        ? Mono.empty()
        : library
            .put(KEY, Flux.just(ByteBuffer.wrap(bytes(1_000 + replaced.incrementAndGet()))))
            .then());
    return replaced;
  }

  /** Begins a read that does not go on. */
  private InputStream begin() throws Exception {
    var body = client
        .http()
        .send(client.request("GET", PHOTO, BodyPublishers.noBody()), BodyHandlers.ofInputStream())
        .body();
    assertThat(body.readNBytes(10)).hasSize(10);
    return body;
  }

  /** Waits until the server has noticed that the readers have left. */
  private void awaitMemory() {
    var ends = System.nanoTime() + PATIENCE.toNanos();
    while (client.get(PHOTO, "Range", "bytes=0-" + (CHUNK - 1)).statusCode() != 206) {
      assertThat(System.nanoTime()).isLessThan(ends);
    }
  }
}
