package io.weir.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.FeedSettings;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.entity.AfterAge;
import io.weir.api.entity.AtProperty;
import io.weir.api.entity.Entity;
import org.junit.jupiter.api.Test;

/**
 * The texts of settings in the rows of the catalog. Stores on disk have them, so they never change.
 */
final class SettingTextTest {

  @Test
  void aRuleOfExpiryIsItsKindAndItsText() {
    assertThat(SettingText.property(TableSetting.EXPIRY)).isEqualTo("Expiry");
    assertThat(stored(TableSetting.EXPIRY, new AtProperty("EndsAt"))).isEqualTo("property:EndsAt");
    assertThat(stored(TableSetting.EXPIRY, AfterAge.parse("PT168H"))).isEqualTo("age:P7D");
    assertThat(read("SettingExpiry", "property:EndsAt").setting(TableSetting.EXPIRY))
        .contains(new AtProperty("EndsAt"));
    assertThat(read("SettingExpiry", "age:PT1H30M").setting(TableSetting.EXPIRY))
        .contains(AfterAge.parse("PT90M"));
  }

  @Test
  void beforeImagesAreAWordAndTheStandardIsNoText() {
    assertThat(SettingText.property(TableSetting.FEED)).isEqualTo("Feed");
    assertThat(stored(TableSetting.FEED, new FeedSettings(true))).isEqualTo("beforeImages");
    assertThat(stored(TableSetting.FEED, FeedSettings.DEFAULT)).isEmpty();
    assertThat(read("SettingFeed", "beforeImages").setting(TableSetting.FEED))
        .contains(new FeedSettings(true));
  }

  @Test
  void aTableWithoutTextsHasTheStandardValues() {
    var table = new Table(new AccountName("birds"), new TableName("Owls"), 7);

    assertThat(table.setting(TableSetting.EXPIRY)).isEmpty();
    assertThat(table.setting(TableSetting.FEED)).contains(FeedSettings.DEFAULT);
  }

  @Test
  void aTextOfALaterVersionIsRefusedWithTheRemedy() {
    var later = read("SettingExpiry", "moon:full");

    assertThatThrownBy(() -> later.setting(TableSetting.EXPIRY))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Open the store with the version of Weir that wrote it")
        .hasMessageEndingWith("value=moon:full");
  }

  private static <T> String stored(TableSetting<T> setting, T value) {
    return SettingText.of(setting, value);
  }

  /** Reads a table from a row with this property. */
  private static Table read(String property, String text) {
    return Table.ofRow(Entity.builder("birds", "owls")
        .set("Name", "Owls")
        .set("Id", 7)
        .set(property, text)
        .build());
  }
}
