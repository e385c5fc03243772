package io.weir.pattern.view;

import static io.weir.pattern.view.ViewRig.employee;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.TableService;
import io.weir.api.edm.EdmInt64;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.WriteResult;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** A program that runs a view is overtaken by another one between its reads and its commit. */
final class OvertakenViewTest {

  private final ViewRig rig = new ViewRig();
  private boolean isOvertaken;

  @Test
  void whatAnotherProgramHasAppliedMeanwhileIsNotOverwritten() {
    rig.put(employee("p1", "e1", "a", "d1", new EdmInt64(10)));
    ViewRig.salaries(rig.service, 1).build().block();
    rig.put(employee("p1", "e2", "b", "d1", new EdmInt64(20)));
    var failures = new ArrayList<Throwable>();

    ViewRig.salaries(late(), 1)
        .onRetry(failure -> {
          throw new IllegalStateException("The program has lost its place.", failure);
        })
        .run()
        .subscribe(progress -> {}, failures::add)
        .dispose();

    assertThat(isOvertaken).isTrue();
    var view = ViewRig.salaries(rig.service, 1);
    assertThat(rig.rows(view)).isEqualTo(rig.expectedSalaries());
    assertThat(view.verify().collectList().block()).isEmpty();
    assertThat(failures)
        .singleElement()
        .satisfies(failure ->
            assertThat(failure).hasRootCauseInstanceOf(PreconditionFailedException.class));

    rig.delete(new EntityKey("p1", "e2"));
    ViewRig.catchUp(view);
    assertThat(rig.rows(view)).isEqualTo(rig.expectedSalaries());
  }

  /**
   * Returns the service as a slow program reaches it: another one does its work, and more, before
   * its first commit arrives.
   */
  private TableService late() {
    return (TableService) Proxy.newProxyInstance(
        TableService.class.getClassLoader(),
        new Class<?>[] {TableService.class},
        (unused, method, arguments) -> method.getName().equals("commit")
            ? commit((JointCommit) arguments[0])
            : call(method, arguments));
  }

  private Mono<List<WriteResult>> commit(JointCommit commit) {
    return Mono.defer(() -> {
      if (!isOvertaken) {
        isOvertaken = true;
        rig.put(employee("p1", "e3", "c", "d1", new EdmInt64(40)));
        ViewRig.catchUp(ViewRig.salaries(rig.service, 1));
      }
      return rig.service.commit(commit);
    });
  }

  private Object call(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(rig.service, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
