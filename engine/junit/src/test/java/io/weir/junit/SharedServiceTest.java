package io.weir.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.data.tables.TableServiceClientBuilder;
import com.azure.data.tables.models.TableEntity;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Take;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** A class whose tests share a service, as users write it. */
@WeirTest
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class SharedServiceTest {

  private static final TableName BIRDS = new TableName("Birds");

  private final TestService service;

  SharedServiceTest(TestService service) {
    this.service = service;
  }

  @Test
  @Order(1)
  void aTestStoresThroughTheClient(WeirClient client, TableService tables) {
    assertThat(tables).isSameAs(client);
    tables.createTable(BIRDS).block();
    tables
        .write(
            BIRDS,
            new Write.Insert(Entity.builder("owls", "1").set("Name", "Athene").build()))
        .block();
  }

  @Test
  @Order(2)
  void theNextTestFindsItThroughAnUnchangedClientOfTheProtocol() {
    var azure = new TableServiceClientBuilder()
        .connectionString(service.connectionString())
        .buildClient()
        .getTableClient("Birds");

    assertThat(azure.getEntity("owls", "1").getProperty("Name")).isEqualTo("Athene");
    azure.createEntity(new TableEntity("owls", "2"));
  }

  @Nested
  class NestedTests {

    @Test
    void shareTheServiceOfTheOuterClass(TestService nested) {
      assertThat(nested).isSameAs(service);
    }
  }

  @Test
  @Order(3)
  void queuesAreServedToo(WeirQueues queues, QueueService same) {
    assertThat(same).isSameAs(queues);
    var name = new QueueName("nests");
    queues.create(name, QueueMetadata.NONE).block();
    queues.put(name, NewMessage.of("one")).block();

    assertThat(queues.take(name, Take.upTo(1)).block()).hasSize(1);
    assertThat(service.client().query(BIRDS, Query.ALL).count().block()).isEqualTo(2);
  }
}
