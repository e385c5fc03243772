package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.cli.Transcript;
import io.weir.cli.terminal.ExitCode;
import io.weir.testkit.Effort;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code weir rehearse}, and what it leaves. */
@Tag(Effort.THOROUGHLY)
final class RehearseCommandTest {

  @Test
  void aRehearsalSendsItsRequestsAndEnds() {
    var screen = new Transcript();

    assertThat(screen.run(Map.of(), "rehearse", "--requests", "30"))
        .as(screen.err())
        .isZero();

    assertThat(screen.out()).isEqualTo("Rehearsed 30 entities in each of two dialects.\n");
  }

  @Test
  void theTableIsDroppedAtTheEnd() {
    var tables = new ModelTableService();

    new Rehearsal(tables, new TableName("Rehearsed"), 30).run().block();

    assertThat(tables.tables().collectList().block()).isEmpty();
  }

  @Test
  void aNumberOfRequestsOutsideItsRangeIsRefused() {
    for (var wrong : new String[] {"0", "1000001"}) {
      assertThat(new Transcript().run(Map.of(), "rehearse", "--requests", wrong))
          .isEqualTo(ExitCode.WRONG_USAGE);
    }
  }
}
