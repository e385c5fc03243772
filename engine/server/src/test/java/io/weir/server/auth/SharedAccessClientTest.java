package io.weir.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import io.weir.server.SharedAccessToken;
import io.weir.server.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client with a shared access signature instead of a key. */
final class SharedAccessClientTest {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final TableName TABLE = new TableName("Birds");
  private static final Entity OWL =
      Entity.builder("Owls", "1").set("Name", "Athena").build();

  private final ModelTableService tables = new ModelTableService();
  private final TestServer server = TestServer.over(tables);
  private final WeirClient client = WeirClient.builder()
      .endpoint(server.accountUrl())
      .sharedAccessSignature(
          SharedAccessToken.ofTable("birds", Map.of("sp", "r", "se", "2099-01-01T00:00:00Z")))
      .loops(1)
      .connect();

  @BeforeEach
  void insert() {
    tables.createTable(TABLE).then(tables.write(TABLE, new Write.Insert(OWL))).block();
  }

  @AfterEach
  void stop() {
    client.closeLater().block(SOON);
    server.close();
  }

  @Test
  void clientReadsAndStreamsWithASignature() {
    assertThat(client.get(TABLE, OWL.key()).block(SOON).getString("Name")).hasValue("Athena");
    assertThat(client.query(TABLE, Query.ALL.where("Name eq 'Athena'")).count().block(SOON))
        .isEqualTo(1);
  }

  @Test
  void aJointReadIsLimitedToTheTablesThatMayBeQueried() {
    var granted = new TableKey(TABLE, OWL.key());
    var other = new TableKey(new TableName("Other"), OWL.key());

    assertThat(client.getAll(List.of(granted)).block(SOON)).hasSize(1);
    assertThatThrownBy(() -> client.getAll(List.of(granted, other)).block(SOON))
        .isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void aJointCommitNeedsThePermissionOfEachOperation() {
    var check = TableWrite.present(TABLE, OWL.key(), IfMatch.ANY);
    var write = TableWrite.of(TABLE, new Write.Delete(OWL.key(), IfMatch.ANY));

    assertThat(client.commit(JointCommit.of(check)).block(SOON)).hasSize(1);
    assertThatThrownBy(() -> client.commit(JointCommit.of(write)).block(SOON))
        .isInstanceOf(AccessDeniedException.class);
    assertThat(client.get(TABLE, OWL.key()).block(SOON)).isNotNull();
  }

  @Test
  void operationsOutsideTheGrantAreRejected() {
    assertThatThrownBy(() -> client.write(TABLE, new Write.Insert(OWL)).block(SOON))
        .isInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(() -> client.tables().blockLast(SOON))
        .isInstanceOf(AccessDeniedException.class);
  }
}
