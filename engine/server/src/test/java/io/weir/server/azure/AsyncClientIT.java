package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.exception.HttpResponseException;
import com.azure.data.tables.TableAsyncClient;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.ListTablesOptions;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import com.azure.data.tables.models.TableTransactionFailedException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/**
 * The reactive client completes where the blocking client returns, and fails where the blocking
 * client throws.
 */
@ExtendWith(SdkServer.class)
@TestInstance(Lifecycle.PER_CLASS)
class AsyncClientIT {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final SdkAccount account;
  private final TableAsyncClient table;

  AsyncClientIT(SdkAccount account) {
    this.account = account;
    this.table = account.asyncTable(new TableEntity("stored", "r").addProperty("A", 1));
  }

  private static <T> void assertEmits(Publisher<T> publisher, T item) {
    StepVerifier.create(publisher).expectNext(item).expectComplete().verify(PATIENCE);
  }

  private static void assertCompletes(Mono<Void> mono) {
    StepVerifier.create(mono).expectComplete().verify(PATIENCE);
  }

  private static void assertRefused(Publisher<?> publisher, int status, String code) {
    StepVerifier.create(publisher)
        .thenConsumeWhile(ignored -> true)
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(
                HttpResponseException.class, SdkAssertions.refusal(status, code)))
        .verify(PATIENCE);
  }

  @Test
  void aTableIsCreatedListedAndDeleted() {
    var name = SdkAccount.freeName();
    var service = account.asyncService();
    var named = new ListTablesOptions().setFilter("TableName eq '" + name + "'");

    assertEmits(service.createTable(name).map(TableAsyncClient::getTableName), name);
    assertEmits(service.listTables(named).map(item -> item.getName()), name);
    assertCompletes(service.deleteTable(name));
    StepVerifier.create(service.listTables(named)).expectComplete().verify(PATIENCE);
  }

  @Test
  void creatingAnExistingTableFails() {
    assertRefused(
        account.asyncService().createTable(table.getTableName()), 409, "TableAlreadyExists");
  }

  @Test
  void creatingATableIfAbsentSucceedsWhenItExists() {
    StepVerifier.create(account.asyncService().createTableIfNotExists(table.getTableName()))
        .expectNextCount(0)
        .thenConsumeWhile(ignored -> true)
        .expectComplete()
        .verify(PATIENCE);
  }

  @Test
  void deletingAnAbsentTableSucceeds() {
    assertCompletes(account.asyncService().deleteTable(SdkAccount.freeName()));
  }

  @Test
  void anEntityIsInsertedAndFound() {
    assertCompletes(table.createEntity(new TableEntity("p", "insert").addProperty("A", 7L)));

    assertEmits(table.getEntity("p", "insert").map(found -> found.getProperty("A")), 7L);
  }

  @Test
  void anEntityCannotBeInsertedTwice() {
    assertRefused(table.createEntity(new TableEntity("stored", "r")), 409, "EntityAlreadyExists");
  }

  @Test
  void readingAnAbsentEntityFails() {
    assertRefused(table.getEntity("p", "missing"), 404, "ResourceNotFound");
  }

  @Test
  void usingAnAbsentTableFails() {
    var missing = account.asyncService().getTableClient(SdkAccount.freeName());

    assertRefused(missing.listEntities(), 404, "TableNotFound");
    assertRefused(missing.createEntity(new TableEntity("p", "r")), 404, "TableNotFound");
  }

  @Test
  void anUpsertMergesOrReplaces() {
    var both = new TableEntity("p", "upsert").addProperty("A", 1);
    assertCompletes(table.upsertEntity(both));
    assertCompletes(table.upsertEntity(new TableEntity("p", "upsert").addProperty("B", 2)));
    assertEmits(table.getEntity("p", "upsert").map(e -> e.getProperties().containsKey("A")), true);

    assertCompletes(table
        .upsertEntityWithResponse(
            new TableEntity("p", "upsert").addProperty("C", 3), TableEntityUpdateMode.REPLACE)
        .then());
    assertEmits(table.getEntity("p", "upsert").map(e -> e.getProperties().containsKey("A")), false);
  }

  @Test
  void updatingAnAbsentEntityFails() {
    assertRefused(table.updateEntity(new TableEntity("p", "absent")), 404, "ResourceNotFound");
  }

  @Test
  void anUpdateOfAnOlderVersionIsRefused() {
    var overtaken = table
        .createEntity(new TableEntity("p", "version"))
        .then(table.getEntity("p", "version"))
        .flatMap(first -> table
            .upsertEntity(new TableEntity("p", "version").addProperty("A", 2))
            .then(table.updateEntityWithResponse(first, TableEntityUpdateMode.MERGE, true)));

    assertRefused(overtaken, 412, "UpdateConditionNotSatisfied");
  }

  @Test
  void anEntityIsDeletedByItsStoredVersion() {
    var deleted = table
        .createEntity(new TableEntity("p", "deleted"))
        .then(table.getEntity("p", "deleted"))
        .flatMap(first -> table.deleteEntityWithResponse(first, true))
        .map(response -> response.getStatusCode());

    assertEmits(deleted, 204);
    assertRefused(table.getEntity("p", "deleted"), 404, "ResourceNotFound");
  }

  @Test
  void onlySelectedPropertiesAreReturned() {
    var found = table
        .getEntityWithResponse("stored", "r", List.of("RowKey"))
        .map(response -> response.getValue().getProperties().containsKey("A"));

    assertEmits(found, false);
  }

  @Test
  void aTransactionIsCarriedOut() {
    var inserts = inserts("batch", 100);

    assertEmits(
        table
            .submitTransaction(inserts)
            .map(r -> r.getTransactionActionResponses().size()),
        100);
    assertEmits(
        table
            .listEntities(new ListEntitiesOptions().setFilter("PartitionKey eq 'batch'"))
            .count(),
        100L);
  }

  @Test
  void aFailedTransactionNamesItsOperation() {
    var actions = inserts("failing", 3);
    actions.add(new TableTransactionAction(
        TableTransactionActionType.DELETE, new TableEntity("failing", "missing")));

    StepVerifier.create(table.submitTransaction(actions))
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(
                TableTransactionFailedException.class,
                failed -> assertThat(failed.getFailedTransactionActionIndex()).isEqualTo(3)))
        .verify(PATIENCE);
  }

  @Test
  void aTooLargeTransactionFails() {
    var actions = IntStream.range(0, 70)
        .mapToObj(n -> new TableTransactionAction(
            TableTransactionActionType.CREATE,
            new TableEntity("p", "large" + n)
                .addProperty("A", "x".repeat(32 * 1024))
                .addProperty("B", "x".repeat(32 * 1024))))
        .collect(Collectors.toList());

    assertRefused(table.submitTransaction(actions), 413, "RequestBodyTooLarge");
  }

  @Test
  void pagesFollowEachOther() {
    var own = account.asyncTable();
    own.submitTransaction(inserts("p", 100)).block(PATIENCE);

    StepVerifier.create(own.listEntities(new ListEntitiesOptions().setTop(40))
            .byPage()
            .map(page -> page.getValue().size()))
        .expectNext(40, 40, 20)
        .expectComplete()
        .verify(PATIENCE);
  }

  @Test
  void aSubscriberMayStopWithinAPage() {
    var own = account.asyncTable();
    own.submitTransaction(inserts("p", 100)).block(PATIENCE);

    assertEmits(own.listEntities(new ListEntitiesOptions().setTop(10)).take(25).count(), 25L);
  }

  @Test
  void anInvalidFilterFails() {
    assertRefused(
        table.listEntities(new ListEntitiesOptions().setFilter("A eq")), 400, "InvalidInput");
  }

  @Test
  void manyConcurrentRequestsAreAllAnswered() {
    var writes = Flux.range(0, 200)
        .flatMap(
            n -> table.upsertEntity(new TableEntity("many" + n % 7, "r" + n)).thenReturn(n), 32);

    assertEmits(writes.count(), 200L);
    assertEmits(
        table
            .listEntities(new ListEntitiesOptions()
                .setFilter("PartitionKey ge 'many' and PartitionKey lt 'n'"))
            .count(),
        200L);
  }

  private static List<TableTransactionAction> inserts(String partition, int count) {
    return IntStream.range(0, count)
        .mapToObj(n -> new TableTransactionAction(
            TableTransactionActionType.CREATE, new TableEntity(partition, "r" + n)))
        .collect(Collectors.toList());
  }
}
