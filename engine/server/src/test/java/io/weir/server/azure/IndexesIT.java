package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import io.weir.api.TableName;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.wire.SharedKey;
import io.weir.client.WeirClient;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Mono;

/**
 * The unchanged client finds by an index, and pages in the order of one: the order is an option of
 * the request's address.
 */
@ExtendWith(SdkServer.class)
@TestInstance(Lifecycle.PER_CLASS)
class IndexesIT {

  private static final int ENTITIES = 300;
  private static final HttpHeaderName PLAN = HttpHeaderName.fromString("x-weir-plan");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Queue<String> plans = new ConcurrentLinkedQueue<>();
  private final SdkAccount account;
  private final String name;

  IndexesIT(SdkAccount account) {
    this.account = account;
    var table = account.table();
    this.name = table.getTableName();
    for (var partition = 0; partition < 3; partition++) {
      table.submitTransaction(inserts(partition));
    }
    declare();
  }

  private static List<TableTransactionAction> inserts(int partition) {
    return IntStream.range(0, ENTITIES / 3)
        .mapToObj(n -> new TableTransactionAction(
            TableTransactionActionType.CREATE,
            new TableEntity("p" + partition, String.format("%05d", n))
                .addProperty("N", n * 3 + partition)))
        .collect(Collectors.toList());
  }

  /** The client has no operation for this. */
  private void declare() {
    var table = new TableName(name);
    try (var weir = WeirClient.builder()
        .endpoint(account.endpoint())
        .account(SdkAccount.NAME)
        .key(SharedKey.DEVELOPMENT_KEY)
        .connect()) {
      weir.createIndex(table, IndexDefinition.of("byN", "N")).block(PATIENCE);
      Mono.defer(() -> weir.indexes(table))
          .filter(all -> all.stream().allMatch(each -> each.state() == IndexState.READABLE))
          .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
          .block(PATIENCE);
    }
  }

  /** Returns a client whose queries ask for an order, or for none, and whose plans are kept. */
  private TableClient client(String order) {
    return account
        .signedWith(SharedKey.DEVELOPMENT_KEY)
        .addPolicy(new Ordering(order))
        .buildClient()
        .getTableClient(name);
  }

  private final class Ordering implements HttpPipelinePolicy {

    private final String order;

    Ordering(String order) {
      this.order = order;
    }

    @Override
    public Mono<HttpResponse> process(
        HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
      var request = context.getHttpRequest();
      if (request.getHttpMethod() == HttpMethod.GET && !order.isEmpty()) {
        request.setUrl(request.getUrl() + "&$orderby=" + order);
      }
      return next.process().doOnNext(answer -> plans.add(answer.getHeaders().getValue(PLAN) + ""));
    }
  }

  @Test
  void aFilterIsAnsweredThroughTheIndex() {
    plans.clear();

    var found =
        client("")
            .listEntities(new ListEntitiesOptions().setFilter("N eq 100"), null, null)
            .stream()
            .map(entity -> entity.getPartitionKey() + "/" + entity.getRowKey())
            .collect(Collectors.toList());

    assertThat(found).containsExactly("p1/00033");
    assertThat(plans).allMatch(plan -> plan.startsWith("path=INDEX_LOOKUP index=byN "));
  }

  @Test
  void pagesFollowTheOrderOfTheIndex() {
    plans.clear();

    var numbers = client("N%20desc")
        .listEntities(new ListEntitiesOptions().setFilter("N ge 0").setTop(70), null, null)
        .stream()
        .map(entity -> (Integer) entity.getProperty("N"))
        .collect(Collectors.toList());

    assertThat(numbers)
        .isEqualTo(IntStream.range(0, ENTITIES)
            .mapToObj(n -> ENTITIES - 1 - n)
            .collect(Collectors.toList()));
    assertThat(plans).hasSize(5).allMatch(plan -> plan.startsWith("path=INDEX_RANGE index=byN "));
  }
}
