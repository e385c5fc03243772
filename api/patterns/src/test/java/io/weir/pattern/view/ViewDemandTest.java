package io.weir.pattern.view;

import static io.weir.pattern.view.ViewRig.employee;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmInt64;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

/** A view applies as many chunks of changes as its subscriber has requested progress for. */
final class ViewDemandTest {

  private final ViewRig rig = new ViewRig();

  @Test
  void appliesTheNextChangesWhenTheirProgressIsRequested() {
    hire(10);
    var view = ViewRig.salaries(rig.service, 1);
    view.build().block();
    hire(40);
    var reported = new ArrayList<Long>();

    StepVerifier.create(view.run().doOnNext(progress -> reported.add(progress.applied())), 1)
        .expectNextCount(1)
        .then(() -> assertThat(reported).containsExactly(applied(view)))
        .thenRequest(2)
        .expectNextCount(2)
        .then(() -> assertThat(reported).last().isEqualTo(applied(view)))
        .thenCancel()
        .verify();

    assertThat(rig.service.feeds()).isZero();
  }

  private void hire(int employees) {
    for (var i = 0; i < employees; i++) {
      rig.put(employee("p" + i % 3, "e" + i, "mail" + i, "d" + i % 2, new EdmInt64(employees + i)));
    }
  }

  private static long applied(View view) {
    return view.status().blockFirst().applied();
  }
}
