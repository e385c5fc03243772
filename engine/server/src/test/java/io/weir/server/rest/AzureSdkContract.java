package io.weir.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.azure.core.credential.AzureNamedKeyCredential;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.jdk.httpclient.JdkHttpClientProvider;
import com.azure.data.tables.TableClientBuilder;
import com.azure.data.tables.TableServiceClient;
import com.azure.data.tables.TableServiceClientBuilder;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import com.azure.data.tables.models.TableServiceException;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import com.azure.data.tables.models.TableTransactionFailedException;
import com.azure.data.tables.sas.TableAccountSasPermission;
import com.azure.data.tables.sas.TableAccountSasResourceType;
import com.azure.data.tables.sas.TableAccountSasService;
import com.azure.data.tables.sas.TableAccountSasSignatureValues;
import com.azure.data.tables.sas.TableSasPermission;
import com.azure.data.tables.sas.TableSasSignatureValues;
import io.weir.api.wire.SharedKey;
import io.weir.server.TestServer;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the public SDK for Java must be able to do, unchanged and unaware of whom it talks to. */
interface AzureSdkContract {

  /** A server whose tables are empty at first. */
  TestServer server();

  @Test
  default void tablesAreCreatedListedAndDeleted() {
    service().createTable("SdkFirst");
    service().createTable("SdkSecond");
    service().createTableIfNotExists("SdkFirst");
    assertThatThrownBy(() -> service().createTable("SdkFirst"))
        .isInstanceOf(TableServiceException.class);

    var names =
        service().listTables().stream().map(table -> table.getName()).collect(Collectors.toList());
    assertThat(names).contains("SdkFirst", "SdkSecond");

    service().deleteTable("SdkSecond");
    assertThat(service().listTables().stream().map(table -> table.getName()))
        .doesNotContain("SdkSecond");
  }

  @Test
  default void fifteenHundredEntitiesAreListedPageByPage() {
    var table = service().createTable("SdkMany");
    for (var i = 0; i < 1500; i++) {
      table.createEntity(
          new TableEntity("p" + i % 3, String.format("%05d", i)).addProperty("N", i));
    }

    var pages = table.listEntities().streamByPage().collect(Collectors.toList());
    assertThat(pages).hasSize(2);
    assertThat(pages.stream().mapToInt(page -> page.getValue().size()).sum()).isEqualTo(1500);

    var small = table
        .listEntities(new ListEntitiesOptions().setTop(400), null, null)
        .streamByPage()
        .map(page -> page.getValue().size())
        .collect(Collectors.toList());
    assertThat(small).containsExactly(400, 400, 400, 300);

    var filtered = table.listEntities(
        new ListEntitiesOptions()
            .setFilter("PartitionKey eq 'p1' and N ge 1000")
            .setSelect(List.of("N", "RowKey")),
        null,
        null);
    assertThat(filtered.stream().map(entity -> entity.getProperty("N")))
        .hasSize(167)
        .allSatisfy(number -> assertThat((Integer) number % 3).isEqualTo(1));
  }

  @Test
  default void everyTypeComesBackAsItWas() {
    var table = service().createTable("SdkTypes");
    var moment = OffsetDateTime.parse("2020-11-07T01:23:21.0555975Z");
    var guid = UUID.fromString("c9da6455-213d-42c9-9a79-3e9149a57833");
    table.createEntity(new TableEntity("it's", "a b+c%\u00e9")
        .addProperty("Text", "q\"uote")
        .addProperty("Small", 7)
        .addProperty("Large", 1L << 40)
        .addProperty("Whole", 3.0)
        .addProperty("Truth", true)
        .addProperty("Moment", moment)
        .addProperty("Guid", guid)
        .addProperty("Bytes", new byte[] {1, 2, 3}));

    var found = table.getEntity("it's", "a b+c%\u00e9");

    assertThat(found.getProperty("Text")).isEqualTo("q\"uote");
    assertThat(found.getProperty("Small")).isEqualTo(7);
    assertThat(found.getProperty("Large")).isEqualTo(1L << 40);
    assertThat(found.getProperty("Whole")).isEqualTo(3.0);
    assertThat(found.getProperty("Truth")).isEqualTo(true);
    assertThat(found.getProperty("Moment")).isEqualTo(moment);
    assertThat(found.getProperty("Guid")).isEqualTo(guid);
    assertThat(found.getProperty("Bytes")).isEqualTo(new byte[] {1, 2, 3});
  }

  @Test
  default void aVersionThatWasOvertakenIsAConflict() {
    var table = service().createTable("SdkVersions");
    table.createEntity(new TableEntity("p", "r").addProperty("A", 1));
    var first = table.getEntity("p", "r");
    table.updateEntity(new TableEntity("p", "r").addProperty("B", 2), TableEntityUpdateMode.MERGE);

    assertThatThrownBy(() -> table.updateEntityWithResponse(
            first.addProperty("A", 3), TableEntityUpdateMode.REPLACE, true, null, null))
        .isInstanceOfSatisfying(TableServiceException.class, failure -> {
          assertThat(failure.getResponse().getStatusCode()).isEqualTo(412);
          assertThat(failure.getValue().getErrorCode().toString())
              .isEqualTo("UpdateConditionNotSatisfied");
        });
    assertThat(table.getEntity("p", "r").getProperties())
        .containsEntry("A", 1)
        .containsEntry("B", 2);
  }

  @Test
  default void upsertStoresEitherWayAndDeleteRemoves() {
    var table = service().createTable("SdkUpserts");
    table.upsertEntity(new TableEntity("p", "r").addProperty("A", 1));
    table.upsertEntity(new TableEntity("p", "r").addProperty("B", 2));
    assertThat(table.getEntity("p", "r").getProperties()).containsKeys("A", "B");

    table.deleteEntity("p", "r");
    assertThatThrownBy(() -> table.getEntity("p", "r"))
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.getValue().getErrorCode().toString())
                .isEqualTo("ResourceNotFound"));
  }

  @Test
  default void aTransactionIsCarriedOutAsAWholeOrNamesWhatFailed() {
    var table = service().createTable("SdkTransactions");
    var inserts = IntStream.range(0, 100)
        .mapToObj(row -> new TableTransactionAction(
            TableTransactionActionType.CREATE,
            new TableEntity("p", String.format("%03d", row)).addProperty("N", row)))
        .collect(Collectors.toList());

    assertThat(table.submitTransaction(inserts).getTransactionActionResponses())
        .hasSize(100)
        .allMatch(response -> response.getStatusCode() == 204);
    assertThat(table.listEntities().stream()).hasSize(100);

    var changes = List.of(
        new TableTransactionAction(TableTransactionActionType.DELETE, new TableEntity("p", "000")),
        new TableTransactionAction(
            TableTransactionActionType.UPSERT_MERGE,
            new TableEntity("p", "001").addProperty("M", 1)),
        new TableTransactionAction(
            TableTransactionActionType.UPDATE_REPLACE,
            new TableEntity("p", "missing").addProperty("M", 1)));
    assertThatThrownBy(() -> table.submitTransaction(changes))
        .isInstanceOfSatisfying(
            TableTransactionFailedException.class,
            failure -> assertThat(failure.getFailedTransactionActionIndex()).isEqualTo(2));
    assertThat(table.getEntity("p", "000").getProperties()).containsEntry("N", 0);

    table.submitTransaction(changes.subList(0, 2));
    assertThat(table.getEntity("p", "001").getProperties())
        .containsEntry("N", 1)
        .containsEntry("M", 1);
    assertThat(table.listEntities().stream()).hasSize(99);
  }

  @Test
  default void aTableSignatureLetsItsHolderDoWhatItSays() {
    var table = service().createTable("SdkSignedTable");
    table.createEntity(new TableEntity("b", "1").addProperty("N", 1));
    table.createEntity(new TableEntity("d", "1").addProperty("N", 2));
    var values = new TableSasSignatureValues(
            OffsetDateTime.now(ZoneOffset.UTC).plusHours(1), TableSasPermission.parse("ra"))
        .setStartPartitionKey("a")
        .setStartRowKey("")
        .setEndPartitionKey("c")
        .setEndRowKey("9");
    var holder = new TableClientBuilder()
        .endpoint(server().accountUrl())
        .sasToken(table.generateSas(values))
        .tableName("SdkSignedTable")
        .httpClient(new JdkHttpClientProvider().createInstance())
        .buildClient();

    assertThat(holder.listEntities().stream().map(TableEntity::getPartitionKey))
        .containsExactly("b");
    holder.createEntity(new TableEntity("c", "2"));
    holder.submitTransaction(List.of(
        new TableTransactionAction(TableTransactionActionType.CREATE, new TableEntity("c", "3"))));
    assertForbidden(() -> holder.createEntity(new TableEntity("d", "2")), "AuthorizationFailure");
    assertForbidden(
        () -> holder.upsertEntity(new TableEntity("b", "1")), "AuthorizationPermissionMismatch");
    assertForbidden(() -> holder.deleteTable(), "AuthorizationFailure");
  }

  @Test
  default void anAccountSignatureLetsItsHolderDoWhatItSays() {
    var values = new TableAccountSasSignatureValues(
        OffsetDateTime.now(ZoneOffset.UTC).plusHours(1),
        TableAccountSasPermission.parse("rac"),
        TableAccountSasService.parse("t"),
        TableAccountSasResourceType.parse("co"));
    var holder = new TableServiceClientBuilder()
        .endpoint(server().accountUrl())
        .sasToken(service().generateAccountSas(values))
        .httpClient(new JdkHttpClientProvider().createInstance())
        .buildClient();

    var table = holder.createTable("SdkSignedAccount");
    table.createEntity(new TableEntity("p", "r"));
    assertThat(table.getEntity("p", "r").getRowKey()).isEqualTo("r");
    assertForbidden(() -> table.deleteEntity("p", "r"), "AuthorizationPermissionMismatch");
    assertForbidden(() -> holder.listTables().stream().count(), "AuthorizationPermissionMismatch");
  }

  private static void assertForbidden(ThrowingCallable action, String code) {
    assertThatThrownBy(action)
        .hasMessageContaining(code)
        .isInstanceOfSatisfying(
            HttpResponseException.class,
            failure -> assertThat(failure.getResponse().getStatusCode()).isEqualTo(403));
  }

  @Test
  default void aWrongKeyIsAnAnswerAndNotASilence() {
    var stranger = client("d3Jvbmc=");

    assertThatThrownBy(() -> stranger.createTable("SdkStranger"))
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.getResponse().getStatusCode()).isEqualTo(403));
  }

  private TableServiceClient service() {
    return client(SharedKey.DEVELOPMENT_KEY);
  }

  private TableServiceClient client(String key) {
    // It warns of a header at each request, and logs what these tests expect.
    ((Logger) LoggerFactory.getLogger("com.azure")).setLevel(Level.OFF);
    return new TableServiceClientBuilder()
        .endpoint(server().accountUrl())
        .credential(new AzureNamedKeyCredential("devstoreaccount1", key))
        .httpClient(new JdkHttpClientProvider().createInstance())
        .buildClient();
  }
}
