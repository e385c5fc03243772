package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Expiry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the kinds of settings say of their values. */
final class TableSettingTest {

  @Test
  void aValueSaysWhichPropertiesItNames() {
    assertThat(TableSetting.EXPIRY.properties(Expiry.at("EndsAt"))).containsExactly("EndsAt");
    assertThat(TableSetting.EXPIRY.properties(Expiry.after(Duration.ofDays(7)))).isEmpty();
    assertThat(TableSetting.FEED.properties(new FeedSettings(true))).isEmpty();
  }
}
