package io.weir.perf.workload;

/** Which keys come how often. */
public enum KeyChoice {
  /** All alike. */
  UNIFORM,
  /** Few of them often, wherever they lie: {@link io.weir.perf.workload.Zipf}. */
  ZIPFIAN,
  /** Those often that were inserted last and are acknowledged. */
  LATEST,
  /** Those of the first partition alone, all alike. */
  ONE_PARTITION
}
