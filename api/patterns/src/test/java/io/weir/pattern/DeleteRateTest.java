package io.weir.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Filter;
import io.weir.api.write.Write;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** A removal keeps the rate that the service allows, in virtual time. */
final class DeleteRateTest {

  @Test
  void aPageIsFollowedByAPauseThatKeepsTheRate() {
    var model = new ModelTableService();
    var employees = new TableName("Employees");
    model.createTable(employees).block();
    Flux.range(0, 1_500)
        .concatMap(i -> model.write(
            employees,
            new Write.Insert(Entity.builder("Sales", "" + (10_000 + i)).build())))
        .blockLast();
    var removal = HighVolumeDelete.over(model).inBatches().atMost(100);

    StepVerifier.withVirtualTime(() -> removal.delete(employees, Filter.ALL))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(9_999))
        .thenAwait(Duration.ofMillis(1))
        .assertNext(progress -> assertThat(progress.deleted()).isEqualTo(1_000))
        .expectNoEvent(Duration.ofMillis(4_999))
        .thenAwait(Duration.ofMillis(1))
        .assertNext(progress -> assertThat(progress.deleted()).isEqualTo(1_500))
        .verifyComplete();
  }

  @Test
  void aRateIsPositive() {
    var removal = HighVolumeDelete.over(new ModelTableService());

    assertThatThrownBy(() -> removal.atMost(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
