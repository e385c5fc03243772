package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.azure.storage.StorageCredentialsSharedAccessSignature;
import com.microsoft.azure.storage.StorageException;
import com.microsoft.azure.storage.table.CloudTable;
import com.microsoft.azure.storage.table.CloudTableClient;
import com.microsoft.azure.storage.table.DynamicTableEntity;
import com.microsoft.azure.storage.table.EntityProperty;
import com.microsoft.azure.storage.table.SharedAccessTablePermissions;
import com.microsoft.azure.storage.table.SharedAccessTablePolicy;
import com.microsoft.azure.storage.table.TableBatchOperation;
import com.microsoft.azure.storage.table.TableOperation;
import com.microsoft.azure.storage.table.TableQuery;
import com.microsoft.azure.storage.table.TableServiceException;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.InvalidKeyException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Transactions, segments and signatures of the retired client. */
@ExtendWith(SdkServer.class)
class PreviousTransactionsIT {

  private final SdkAccount account;
  private final CloudTableClient client;
  private CloudTable table;

  PreviousTransactionsIT(SdkAccount account) {
    this.account = account;
    this.client = PreviousClient.of(account);
  }

  @BeforeEach
  void fill() throws StorageException, URISyntaxException {
    table = PreviousClient.table(client, entity("stored"), entity("other"));
  }

  private static DynamicTableEntity entity(String rowKey) {
    return PreviousClient.entity("p", rowKey, Map.of("A", new EntityProperty(1)));
  }

  private static TableBatchOperation inserts(int count) {
    var batch = new TableBatchOperation();
    for (var n = 0; n < count; n++) {
      batch.insert(entity("new" + n));
    }
    return batch;
  }

  @Test
  void aTransactionIsCarriedOut() throws StorageException {
    var batch = inserts(3);
    batch.insertOrReplace(entity("upsert"));
    batch.insertOrMerge(entity("stored"));
    batch.delete(PreviousClient.stored(table, "p", "other"));

    assertThat(table.execute(batch))
        .hasSize(6)
        .allSatisfy(result -> assertThat(result.getHttpStatusCode()).isEqualTo(204));
    assertThat(PreviousClient.rowsWhere(table, "true"))
        .containsExactly("new0", "new1", "new2", "stored", "upsert");
  }

  @Test
  void anInsertInATransactionMayReturnTheEntity() throws StorageException {
    var batch = new TableBatchOperation();
    batch.insert(entity("echoed"), true);

    var result = table.execute(batch).get(0);

    assertThat(result.getHttpStatusCode()).isEqualTo(201);
    assertThat(result.<DynamicTableEntity>getResultAsType().getProperties()).containsKey("A");
  }

  @Test
  void aTransactionOfAHundredOperationsIsCarriedOut() throws StorageException {
    assertThat(table.execute(inserts(100))).hasSize(100);
  }

  @Test
  void aTransactionOfOneReadIsAnswered() throws StorageException {
    var batch = new TableBatchOperation();
    batch.retrieve("p", "stored", DynamicTableEntity.class);

    var result = table.execute(batch).get(0);

    assertThat(result.<DynamicTableEntity>getResultAsType().getRowKey()).isEqualTo("stored");
  }

  @Test
  void aFailedTransactionNamesItsOperation() {
    var batch = inserts(2);
    batch.insert(entity("stored"));

    assertThatThrownBy(() -> table.execute(batch))
        .isInstanceOfSatisfying(TableServiceException.class, failure -> {
          assertThat(failure.getHttpStatusCode()).isEqualTo(409);
          assertThat(failure.getErrorCode()).isEqualTo("EntityAlreadyExists");
          assertThat(failure.getExtendedErrorInformation().getErrorMessage()).startsWith("2:");
        });
    assertThat(PreviousClient.rowsWhere(table, "true")).containsExactly("other", "stored");
  }

  @Test
  void segmentsFollowEachOther() throws StorageException {
    table.execute(inserts(100));
    var query = TableQuery.from(DynamicTableEntity.class).take(40);

    var sizes = new ArrayList<Integer>();
    var segment = table.executeSegmented(query, null);
    sizes.add(segment.getLength());
    while (segment.getHasMoreResults()) {
      segment = table.executeSegmented(query, segment.getContinuationToken());
      sizes.add(segment.getLength());
    }

    assertThat(sizes).containsExactly(40, 40, 22);
  }

  @Test
  void aSignatureAllowsItsOperationsOnly()
      throws StorageException, URISyntaxException, InvalidKeyException {
    var policy = new SharedAccessTablePolicy();
    policy.setPermissions(
        EnumSet.of(SharedAccessTablePermissions.QUERY, SharedAccessTablePermissions.ADD));
    policy.setSharedAccessExpiryTime(Date.from(Instant.now().plus(Duration.ofHours(1))));
    var token = table.generateSharedAccessSignature(policy, null, "p", "n", "p", "o~");
    var holder = new CloudTableClient(
            URI.create(account.endpoint()), new StorageCredentialsSharedAccessSignature(token))
        .getTableReference(table.getName());

    assertThat(PreviousClient.rowsWhere(holder, "true")).containsExactly("other");
    holder.execute(TableOperation.insert(entity("next")));
    PreviousClient.assertRefused(
        () -> holder.execute(TableOperation.insert(entity("z"))), 403, "AuthorizationFailure");
    PreviousClient.assertRefused(
        () -> holder.execute(TableOperation.insertOrReplace(entity("next"))),
        403,
        "AuthorizationPermissionMismatch");
  }
}
