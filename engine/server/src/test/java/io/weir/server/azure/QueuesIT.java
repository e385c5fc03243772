package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.azure.core.http.jdk.httpclient.JdkHttpClientProvider;
import com.azure.core.util.BinaryData;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import com.azure.storage.common.sas.AccountSasPermission;
import com.azure.storage.common.sas.AccountSasResourceType;
import com.azure.storage.common.sas.AccountSasService;
import com.azure.storage.common.sas.AccountSasSignatureValues;
import com.azure.storage.queue.QueueAsyncClient;
import com.azure.storage.queue.QueueClientBuilder;
import com.azure.storage.queue.QueueMessageEncoding;
import com.azure.storage.queue.QueueServiceAsyncClient;
import com.azure.storage.queue.QueueServiceClientBuilder;
import com.azure.storage.queue.models.PeekedMessageItem;
import com.azure.storage.queue.models.QueueAccessPolicy;
import com.azure.storage.queue.models.QueueItem;
import com.azure.storage.queue.models.QueueMessageItem;
import com.azure.storage.queue.models.QueueSignedIdentifier;
import com.azure.storage.queue.models.QueueStorageException;
import com.azure.storage.queue.models.QueuesSegmentOptions;
import com.azure.storage.queue.sas.QueueSasPermission;
import com.azure.storage.queue.sas.QueueServiceSasSignatureValues;
import io.weir.api.wire.SharedKey;
import io.weir.server.queue.ServedQueues;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/**
 * Queues through the public client: signatures, tokens, and every operation on queues and messages.
 */
class QueuesIT {

  @RegisterExtension
  static final ServedQueues SERVED = ServedQueues.start();

  private static final String ACCOUNT = "devstoreaccount1";
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final AtomicLong NAMES = new AtomicLong();

  private final QueueServiceAsyncClient service = signed().buildAsyncClient();
  private final String name = "sdk-" + NAMES.incrementAndGet();
  private final QueueAsyncClient queue = service.createQueue(name).block(PATIENCE);

  @BeforeAll
  static void logNothing() {
    // The client logs failures that these checks expect.
    ((Logger) org.slf4j.LoggerFactory.getLogger("com.azure")).setLevel(Level.OFF);
  }

  private static QueueServiceClientBuilder signed() {
    return anonymous(SERVED.accountUrl())
        .credential(new StorageSharedKeyCredential(ACCOUNT, SharedKey.DEVELOPMENT_KEY));
  }

  /** The clients do not retry, so each answer is the first one. */
  private static QueueServiceClientBuilder anonymous(String endpoint) {
    return new QueueServiceClientBuilder()
        .endpoint(endpoint)
        .httpClient(new JdkHttpClientProvider().createInstance())
        .retryOptions(new RequestRetryOptions(
            RetryPolicyType.FIXED, 1, Duration.ofSeconds(20), null, null, null));
  }

  @Test
  void aConnectionStringOfTheEmulatorReachesTheQueues() {
    var connection = "DefaultEndpointsProtocol=http;AccountName=" + ACCOUNT + ";AccountKey="
        + SharedKey.DEVELOPMENT_KEY + ";QueueEndpoint=" + SERVED.accountUrl() + ";";
    var client = new QueueClientBuilder()
        .connectionString(connection)
        .queueName(name)
        .httpClient(new JdkHttpClientProvider().createInstance())
        .buildAsyncClient();

    assertCompletes(client.sendMessage("x"));
    assertEmits(queue.getProperties().map(found -> found.getApproximateMessagesCountLong()), 1L);
  }

  @Test
  void messagesAreSentReceivedAndDeletedInOrder() {
    for (var i = 0; i < 5; i++) {
      assertCompletes(queue.sendMessage("m" + i));
    }

    var received = queue.receiveMessages(5).collectList().block(PATIENCE);
    assertThat(received)
        .extracting(message -> message.getBody().toString())
        .containsExactly("m0", "m1", "m2", "m3", "m4");
    assertThat(received).allSatisfy(message -> {
      assertThat(message.getDequeueCount()).isEqualTo(1);
      assertThat(message.getTimeNextVisible()).isAfter(message.getInsertionTime());
      assertThat(message.getExpirationTime()).isAfter(message.getInsertionTime().plusDays(6));
    });
    assertCompletes(Flux.fromIterable(received)
        .concatMap(message -> queue.deleteMessage(message.getMessageId(), message.getPopReceipt()))
        .then());
    assertEmits(queue.getProperties().map(found -> found.getApproximateMessagesCountLong()), 0L);
  }

  @Test
  void peekingLeavesMessagesVisible() {
    assertCompletes(queue.sendMessage("x"));

    assertEmits(queue.peekMessages(32).map(PeekedMessageItem::getDequeueCount), 0L);
    assertEmits(queue.peekMessages(32).map(message -> message.getBody().toString()), "x");
    assertEmits(queue.receiveMessage().map(QueueMessageItem::getDequeueCount), 1L);
  }

  @Test
  void anUpdateGivesANewReceiptAndTheOldOneIsRefused() {
    assertCompletes(queue.sendMessage("first"));
    var taken = queue.receiveMessage().block(PATIENCE);

    var update = queue
        .updateMessage(taken.getMessageId(), taken.getPopReceipt(), "second", Duration.ZERO)
        .block(PATIENCE);

    assertRefused(
        queue.deleteMessage(taken.getMessageId(), taken.getPopReceipt()),
        400,
        "PopReceiptMismatch");
    assertEmits(queue.peekMessage().map(message -> message.getBody().toString()), "second");
    assertCompletes(queue.deleteMessage(taken.getMessageId(), update.getPopReceipt()));
    assertRefused(
        queue.deleteMessage(taken.getMessageId(), update.getPopReceipt()), 404, "MessageNotFound");
  }

  @Test
  void bytesAreSentInBase64() {
    var client = new QueueClientBuilder()
        .endpoint(SERVED.accountUrl())
        .queueName(name)
        .credential(new StorageSharedKeyCredential(ACCOUNT, SharedKey.DEVELOPMENT_KEY))
        .messageEncoding(QueueMessageEncoding.BASE64)
        .httpClient(new JdkHttpClientProvider().createInstance())
        .buildAsyncClient();
    var bytes = new byte[48 << 10];
    bytes[7] = -1;

    assertCompletes(client.sendMessage(BinaryData.fromBytes(bytes)));

    assertThat(client.receiveMessage().block(PATIENCE).getBody().toBytes()).isEqualTo(bytes);
  }

  @Test
  void textKeepsMarkupAndCharactersOutsideTheBasicPlane() {
    var text = " <a b=\"c\">&amp;</a> é \uD83D\uDE00 ";

    assertCompletes(queue.sendMessage(text));

    assertEmits(queue.receiveMessage().map(message -> message.getBody().toString()), text);
  }

  @Test
  void metadataAreSetAndListed() {
    assertCompletes(queue.setMetadata(Map.of("owner", "Jane")));

    assertThat(queue.getProperties().block(PATIENCE).getMetadata()).containsEntry("owner", "Jane");
    var options = new QueuesSegmentOptions().setPrefix(name).setIncludeMetadata(true);
    assertEmits(
        service
            .listQueues(options)
            .filter(item -> item.getName().equals(name))
            .map(QueueItem::getMetadata),
        Map.of("owner", "Jane"));
  }

  @Test
  void listingsGoOnFromPageToPage() {
    for (var i = 0; i < 5; i++) {
      service.createQueue("paged-" + i).block(PATIENCE);
    }
    var options = new QueuesSegmentOptions().setPrefix("paged-").setMaxResultsPerPage(2);

    StepVerifier.create(
            service.listQueues(options).byPage().map(page -> page.getValue().size()))
        .expectNext(2, 2, 1)
        .expectComplete()
        .verify(PATIENCE);
  }

  @Test
  void creatingIfAbsentAndDeletingIfPresentAreNoErrors() {
    assertThat(queue.createIfNotExistsWithResponse(null).block(PATIENCE).getStatusCode())
        .isIn(204, 409);
    assertEmits(queue.deleteIfExists(), true);
    assertEmits(queue.deleteIfExists(), false);
    assertRefused(queue.sendMessage("x"), 404, "QueueNotFound");
  }

  @Test
  void clearedQueuesAreEmpty() {
    assertCompletes(queue.sendMessage("x"));
    assertCompletes(queue.clearMessages());

    assertEmits(queue.getProperties().map(found -> found.getApproximateMessagesCountLong()), 0L);
  }

  @Test
  void anAccountTokenAllowsWhatItNames() {
    var token = service.generateAccountSas(new AccountSasSignatureValues(
        OffsetDateTime.now(ZoneOffset.UTC).plusHours(1),
        new AccountSasPermission().setProcessMessages(true).setAddPermission(true),
        new AccountSasService().setQueueAccess(true),
        new AccountSasResourceType().setObject(true)));
    var holder = holding(token).getQueueAsyncClient(name);

    assertCompletes(holder.sendMessage("x"));
    assertEmits(holder.receiveMessage().map(message -> message.getBody().toString()), "x");
    assertRefused(holder.peekMessage(), 403, "AuthorizationPermissionMismatch");
    assertRefused(holder.getProperties(), 403, "AuthorizationResourceTypeMismatch");
  }

  @Test
  void anAccountTokenOfTablesIsRefused() {
    var token = service.generateAccountSas(new AccountSasSignatureValues(
        OffsetDateTime.now(ZoneOffset.UTC).plusHours(1),
        new AccountSasPermission().setAddPermission(true),
        new AccountSasService().setTableAccess(true),
        new AccountSasResourceType().setObject(true)));

    assertRefused(
        holding(token).getQueueAsyncClient(name).sendMessage("x"),
        403,
        "AuthorizationServiceMismatch");
  }

  @Test
  void aQueueTokenIsValidForItsQueueOnly() {
    var token = queue.generateSas(new QueueServiceSasSignatureValues(
        OffsetDateTime.now(ZoneOffset.UTC).plusHours(1),
        new QueueSasPermission().setAddPermission(true)));
    var other = service.createQueue(name + "-other").block(PATIENCE);

    assertCompletes(holding(token).getQueueAsyncClient(name).sendMessage("x"));
    assertRefused(
        holding(token).getQueueAsyncClient(name).receiveMessage(),
        403,
        "AuthorizationPermissionMismatch");
    assertRefused(
        holding(token).getQueueAsyncClient(other.getQueueName()).sendMessage("x"),
        403,
        "AuthenticationFailed");
  }

  @Test
  void aTokenTakesItsTermsFromAStoredPolicyUntilThePolicyIsRemoved() {
    var policy = new QueueSignedIdentifier()
        .setId("senders")
        .setAccessPolicy(new QueueAccessPolicy()
            .setExpiresOn(OffsetDateTime.now(ZoneOffset.UTC).plusHours(1))
            .setPermissions("a"));
    assertCompletes(queue.setAccessPolicy(List.of(policy)));
    assertEmits(queue.getAccessPolicy().map(QueueSignedIdentifier::getId), "senders");
    var token = queue.generateSas(new QueueServiceSasSignatureValues("senders"));

    assertCompletes(holding(token).getQueueAsyncClient(name).sendMessage("x"));

    assertCompletes(queue.setAccessPolicy(List.of()));
    assertRefused(
        holding(token).getQueueAsyncClient(name).sendMessage("x"), 403, "AuthenticationFailed");
  }

  @Test
  void aWrongKeyIsRefused() {
    var stranger = anonymous(SERVED.accountUrl())
        .credential(new StorageSharedKeyCredential(ACCOUNT, "AAAA"))
        .buildAsyncClient();

    assertRefused(stranger.listQueues(), 403, "AuthenticationFailed");
  }

  @Test
  void servicePropertiesAreReadAndWritten() {
    var properties = service.getProperties().block(PATIENCE);

    assertCompletes(service.setProperties(properties));
  }

  private static QueueServiceAsyncClient holding(String token) {
    return anonymous(SERVED.accountUrl()).sasToken(token).buildAsyncClient();
  }

  private static <T> void assertEmits(Publisher<T> publisher, T item) {
    StepVerifier.create(publisher).expectNext(item).expectComplete().verify(PATIENCE);
  }

  private static void assertCompletes(Mono<?> mono) {
    StepVerifier.create(mono.then()).expectComplete().verify(PATIENCE);
  }

  private static void assertRefused(Publisher<?> publisher, int status, String code) {
    StepVerifier.create(publisher)
        .thenConsumeWhile(ignored -> true)
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(QueueStorageException.class, refused -> {
              assertThat(refused.getStatusCode()).isEqualTo(status);
              assertThat(refused.getErrorCode().toString()).isEqualTo(code);
            }))
        .verify(PATIENCE);
  }
}
