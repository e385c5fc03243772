package io.weir.engine.balance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MajorityVoteTest {

  private final MajorityVote vote = new MajorityVote();

  @Test
  void aNumberLeadsWhenItCameOftenEnough() {
    add(7, MajorityVote.LEAD - 1);
    assertThat(vote.leader()).isZero();

    vote.add(7);

    assertThat(vote.leader()).isEqualTo(7);
  }

  @Test
  void threeOfFourLeadAndOneOfTwoDoesNot() {
    for (var each = 0; each < 1_000; each++) {
      vote.add(each % 4 == 0 ? 1_000 + each : 7);
    }
    assertThat(vote.leader()).isEqualTo(7);

    vote.clear();
    for (var each = 0; each < 1_000; each++) {
      vote.add(each % 2 == 0 ? 1_000 + each : 7);
    }
    assertThat(vote.leader()).isZero();
  }

  @Test
  void aNewMajorityReplacesTheOldOneSoonHoweverLongThatLed() {
    add(7, 1_000_000);

    add(8, 3 * MajorityVote.LEAD);

    assertThat(vote.leader()).isEqualTo(8);
  }

  @Test
  void noNumberIsNoLeader() {
    add(0, 1_000);

    assertThat(vote.leader()).isZero();
  }

  private void add(int number, int times) {
    for (var each = 0; each < times; each++) {
      vote.add(number);
    }
  }
}
