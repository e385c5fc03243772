package io.weir.perf.load;

/** Which keys come how often. */
public enum KeyChoice {
  /** All alike. */
  UNIFORM,
  /** Few of them often, wherever they lie: {@link io.weir.perf.Zipf}. */
  ZIPFIAN,
  /** Those often that were inserted last and are acknowledged. */
  LATEST,
  /** Those of the first partition alone, all alike. */
  ONE_PARTITION
}
