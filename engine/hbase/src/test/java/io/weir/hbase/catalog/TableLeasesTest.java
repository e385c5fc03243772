package io.weir.hbase.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.hbase.protocol.TableId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TableLeasesTest {

  private static final AccountName ACCOUNT = AccountName.DEVELOPMENT;
  private static final TableName STRIKES = new TableName("Strikes");
  private static final TableEntry ENTRY = new TableEntry(STRIKES, new TableId(1));

  private long now = 1_000;
  private final TableLeases leases = new TableLeases(Duration.ofNanos(100), () -> now);

  @Test
  void aTableIsBelievedUntilItsLeaseIsOver() {
    leases.believe(ACCOUNT, ENTRY, leases.now());

    now += 99;
    assertThat(leases.find(ACCOUNT, STRIKES)).isEqualTo(ENTRY);
    now += 1;
    assertThat(leases.find(ACCOUNT, STRIKES)).isNull();
  }

  /**
   * A drop waits for one lease from when it is stored; an answer that is older must not be believed
   * longer.
   */
  @Test
  void aLeaseBeginsWhenTheClusterIsAskedNotWhenItAnswers() {
    var asked = leases.now();
    now += 60;
    leases.believe(ACCOUNT, ENTRY, asked);

    now += 40;
    assertThat(leases.find(ACCOUNT, STRIKES)).isNull();
  }

  @Test
  void namesAreFoundWithoutRegardToCaseAndInTheirAccountOnly() {
    leases.believe(ACCOUNT, ENTRY, leases.now());

    assertThat(leases.find(ACCOUNT, new TableName("STRIKES"))).isEqualTo(ENTRY);
    assertThat(leases.find(new AccountName("another"), STRIKES)).isNull();
  }

  @Test
  void aTableThatIsGivenUpIsNotBelieved() {
    leases.believe(ACCOUNT, ENTRY, leases.now());

    leases.giveUp(ACCOUNT, STRIKES);

    assertThat(leases.find(ACCOUNT, STRIKES)).isNull();
  }
}
