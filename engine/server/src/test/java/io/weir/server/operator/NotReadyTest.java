package io.weir.server.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NotReadyTest {

  @ParameterizedTest
  @CsvSource({
    "cause=/var/lib/weir/log/next.tmp: No space left, cause=next.tmp: No space left",
    "cannot write /data/MANIFEST, cannot write MANIFEST",
    "'file=\"/data/log/0.log\"', 'file=\"0.log\"'",
    "C:\\weir\\log\\next.tmp is full, next.tmp is full",
    "read/write failed, read/write failed",
    "loop=1, loop=1"
  })
  void factsNameFilesWithoutTheirFolders(String facts, String shown) {
    assertThat(of(facts).line()).isEqualTo("reason=r seconds=12 " + shown);
  }

  @Test
  void aReasonIsOneLine() {
    assertThat(of("a\nb").line()).isEqualTo("reason=r seconds=12 a b");
    assertThat(of("").line()).isEqualTo("reason=r seconds=12");
  }

  @Test
  void aNodeThatDoesNotLeadNamesTheLeaderAndItsAddress() {
    var reason =
        NotReady.notLeader(Duration.ofSeconds(3), "leader=b address=https://b.example:10002");

    assertThat(reason.line())
        .isEqualTo("reason=notLeader seconds=3 leader=b address=https://b.example:10002");
    assertThat(reason.isElsewhere()).isTrue();
    assertThat(of("").isElsewhere()).isFalse();
  }

  private static NotReady of(String facts) {
    return new NotReady("r", Duration.ofSeconds(12), false, facts);
  }
}
