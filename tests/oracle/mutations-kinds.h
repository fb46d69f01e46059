/* The 13 kinds as a reader of the specification would write them down, independent of
 * data/schemas: so that what a schema forgets is missed by a test.
 *
 *     {name: T, name?: T}   an object; ? may be left out
 *     [T] [T]+ [T]<=8 [T]1..64   a list; with T;U the first element is T, the second U
 *     <K: T>                a map; with T;U there are two members
 *     'a'|'b'               one of these texts
 *     s200                  a text of at most 200 UTF-16 code units
 *     digest token slug name axis commit https instant expression
 *     int int>=0 int>0 num num>=0 num>0 num0..1 dur dim bool
 *     native                a number or s500
 */
#ifndef KIDX_TESTS_MUTATIONS_KINDS_H
#define KIDX_TESTS_MUTATIONS_KINDS_H

#define ARTIFACT "{uri: s2000, digest: digest}"
#define MEASUREMENT \
    "{metric: token, unit: token, statistic: token, value: num, sampleCount?: int>0}"
#define DISTRIBUTION \
    "{distribution: token, mean?: num>0, maximum?: int>0, artifactDigest?: digest}"
#define POLICY "'reject'|'exact_match'|'ignore'"

static const char metadata[] =
    "{name: name, title?: s200, description?: s2000, labels?: <token: s200>,"
    " authors?: [{name?: s200, github?: s100}], sourceRefs?: [{url: https}]}";

static const struct {
    const char *kind;
    const char *spec;
} kinds[] = {
    {"OperationSpec",
     "{family: slug,"
     " axes: <axis: {role: 'variable'|'constant'|'derived', type: 'integer', value?: int,"
     "   minimum?: int, maximum?: int, expression?: expression}; {role: 'constant', type: "
     "'integer', value: int};"
     "   {role: 'derived', type: 'integer', expression: expression}>,"
     " inputs: [{name: token, tensor: {shape: [dim; dim]+, dtype: token,"
     "   layout?: 'row_major'|'col_major'|'contiguous'|'strided'}};"
     "   {name: token, scalar: {dtype: token}}]+,"
     " outputs: [{name: token, tensor: {shape: [dim; dim]+, dtype: token,"
     "   layout?: 'row_major'|'col_major'|'contiguous'|'strided'}};"
     "   {name: token, scalar: {dtype: token}}]+,"
     " semantics: {expression?: s2000, mutation: 'none'|'in_place'|'destination',"
     "   determinism: 'deterministic'|'nondeterministic'|'unspecified'},"
     " reference?: {language: token, artifact?: " ARTIFACT "}}"},
    {"WorkloadCase", "{operationSpecDigest: digest, axes: <axis: int>,"
                     " tensors: <token: {shape: [int>=0]+, dtype: token, strides?: [int],"
                     "   alignmentBytes?: int>0, data?: {generator: token, seed?: int>=0,"
                     "   parameters?: <token: num>, artifact?: " ARTIFACT "}}>,"
                     " scalars?: <token: {dtype: token, value: num}>,"
                     " correctness: {comparator: token, maxAbsoluteError?: num>=0,"
                     "   maxRelativeError?: num>=0, requiredMatchedRatio?: num0..1,"
                     "   nanPolicy?: " POLICY ", infinityPolicy?: " POLICY "}}"},
    {"WorkloadSuite",
     "{operationSpecDigest: digest, cases: [{externalId: s200, axes: <axis: int>}]+,"
     " correctness: {comparator: token, description?: s500},"
     " aggregation: {metric: token, statistic: token}}"},
    {"SoftwareProject",
     "{name: s200, kind?: 'library'|'individual'|'vendor', repository?: https,"
     " homepage?: https, host?: {kind: 'github'|'huggingface'|'gitlab'|'other', id: s200},"
     " packages?: [{ecosystem: token, name: s200}]}"},
    {"ImplementationRevision",
     "{projectRevision: {repository?: https, commit?: commit, version?: s100,"
     "   treeDigest?: digest}, operation: {specDigest: digest},"
     " callable: {language: token, path?: s500, symbol?: s200, interface?: token},"
     " support: {hardwareArchitectures: [token], productsTested?: [s100], axes?: [s200],"
     "   dtypes: [token], layouts?: [s50]},"
     " source?: {contentDigest: digest, fileName?: s200, sizeBytes?: int>0},"
     " buildVariants?: [{name: name,"
     "   install: {kind: 'git'|'pip'|'package'|'container'|'source', repository?: https,"
     "   commit?: commit, package?: s200, version?: s100, command?: s1000},"
     "   requirements?: <token: s200>}],"
     " licensing: {declared?: s200, concluded?: s200,"
     "   evidence?: {path: s500, digest?: digest}}}"},
    {"BenchmarkProtocol",
     "{harness: {name: s200, version?: s100, repository?: https, commit?: commit},"
     " measurement: {timer: token, synchronization?: token, compileIncluded?: bool,"
     "   setupIncluded?: bool, warmupIterations?: int>=0, warmupDuration?: dur,"
     "   measuredIterations?: int>0, samples?: int>0, inputRegeneration?: token,"
     "   outlierPolicy?: s500, primaryStatistic: token},"
     " correctness?: {reference: s500, comparator: token},"
     " devicePolicy?: {clocksLocked?: bool, powerLimitWatts?: num>0,"
     "   persistenceMode?: bool},"
     " comparability?: {family: token, notes?: s1000}}"},
    {"ExecutionEnvironment",
     "{hardware: {vendor: token, product: s200, architecture: token, formFactor?: s100,"
     "   memoryBytes?: int>0, count?: int>0, interconnect?: s200},"
     " software: {operatingSystem?: s200, kernel?: s200, driver?: s100,"
     "   cudaToolkit?: s100, compiler?: s200, framework?: {name: token, version: s100},"
     "   libraries?: <token: s100>},"
     " settings?: {clocksLocked?: bool, powerLimitWatts?: num>0, persistenceMode?: bool,"
     "   eccEnabled?: bool, environmentVariables?: <s200: s500>},"
     " imageDigest?: digest}"},
    {"BenchmarkRun",
     "{implementationDigest: digest, workloadDigest: digest, protocolDigest: digest,"
     " environmentDigest: digest,"
     " status: 'passed'|'incorrect_shape'|'incorrect_dtype'|'incorrect_numerical'|"
     "   'compile_error'|'runtime_error'|'timeout'|'resource_exceeded'|"
     "   'invalid_reference'|'policy_violation'|'suspected_reward_hack'|"
     "   'incomplete_evidence'|'revoked',"
     " correctness?: {comparator: token, maximumAbsoluteError?: num>=0,"
     "   maximumRelativeError?: num>=0, matchedRatio?: num0..1},"
     " timing?: {primaryStatistic: token, samples?: int>0,"
     "   latencyNs: {median?: dur, mean?: dur, p05?: dur, p95?: dur, minimum?: dur,"
     "     maximum?: dur, mad?: dur, confidence95?: [dur; dur]2..2},"
     "   rawSamples?: " ARTIFACT "},"
     " measurements?: [" MEASUREMENT "],"
     " sourceNative?: {source: slug, benchmark?: s200, externalId?: s500,"
     "   metrics?: <token: num>},"
     " evidence?: {logs?: " ARTIFACT ", rawSamples?: " ARTIFACT ","
     "   harness?: {repository: https, commit: commit}},"
     " observedAt: instant}"},
    {"ModelRevision",
     "{model: s200,"
     " repository?: {host: 'huggingface'|'github'|'other', id: s200, revision?: s100},"
     " tokenizer?: {name?: s200, revision?: s100, digest?: digest}, architecture?: s100,"
     " parameterCount?: int>0, contextLength?: int>0, modality?: token, license?: s200}"},
    {"ServingStackRevision",
     "{project: {name: s200, repository?: https},"
     " revision: {version?: s120, commit?: commit, containerDigest?: digest},"
     " backends?: [token]<=8, apiProtocol?: token, license?: s200}"},
    {"ServingConfiguration",
     "{stackDigest: digest, dtype?: token, quantization?: token,"
     " parallelism?: {tensor?: int>0, pipeline?: int>0, data?: int>0, expert?: int>0,"
     "   context?: int>0}, attentionBackend?: token,"
     " kvCache?: {dtype?: token, capacityTokens?: int>0},"
     " limits?: {maxSequenceLength?: int>0, maxBatchSize?: int>0, maxNumTokens?: int>0},"
     " speculative?: {method: token, draftModel?: s200}, options?: <token: s500>}"},
    {"ServingWorkload",
     "{dataset?: {name: s200, digest?: digest},"
     " tokens?: {prompt?: " DISTRIBUTION ", output?: " DISTRIBUTION "},"
     " streaming: bool, loadGeneration: 'open_loop'|'closed_loop'|'offline',"
     " arrival?: token, requestRatePerSecond?: num>0,"
     " slo?: [{metric: token, statistic: token, operator: '<='|'<', value: num>0,"
     "   unit: token}]<=8,"
     " sampling?: {temperature?: num, seeded?: bool}, durationSeconds?: int>0,"
     " requestCount?: int>0}"},
    {"ServingRun",
     "{modelDigest: digest, configurationDigest: digest, workloadDigest: digest,"
     " topology: {acceleratorVendor?: token, acceleratorModel: s200,"
     "   acceleratorsPerNode: int>0, nodeCount: int>0, interconnect?: s200},"
     " harness: {name: token, version: s100}, placement?: token, qualityPolicy: token,"
     " status: 'valid'|'invalid'|'incomplete_evidence',"
     " measurements: [" MEASUREMENT "]1..64,"
     " sourceNative?: {source: slug, benchmark: s200, scenario: token, division: token,"
     "   category: token, externalId: s500, metrics?: <token: native; native>},"
     " caveats?: [s500]<=16, observedAt: instant}"},
};

#endif
